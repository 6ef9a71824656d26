import assert from "node:assert/strict";
import { test } from "node:test";
import { triesFor } from "./tries-for.ts";

test("a package tries for a module only where every require of it stands in a try block", () => {
  assert.equal(triesFor('try { net = require("net"); } catch {}', "net"), true);
  assert.equal(triesFor("try{if(a){b()}net=require('net')}catch(e){}", "net"), true);
  assert.equal(triesFor('const net = require("net");', "net"), false);
  assert.equal(triesFor('try { a(); } catch {} const net = require("net");', "net"), false);
  assert.equal(triesFor('try { require("net") } catch {}\nconst net = require("net");', "net"), false);
  assert.equal(triesFor('import net from "net";', "net"), false);
});
