// Adds the image's Debian packages to its list of packages (SBOM, CycloneDX); run it in the image, with the list's path
// as argument.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const [path = "/ferrule/sbom.cdx.json"] = process.argv.slice(2);
const format = "${db:Status-Abbrev}\t${binary:Package}\t${Version}\t${Architecture}\t${source:Package}\n";
const release = /^VERSION_ID="?([^"\n]+)/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1];
const distro = release === undefined ? "debian" : `debian-${release}`;

/** https://github.com/package-url/purl-spec/blob/main/types/deb-definition.json */
const components = execFileSync("dpkg-query", ["--show", "--showformat", format], { encoding: "utf8" })
  .split("\n")
  .map((line) => line.split("\t"))
  .filter(([status]) => status?.startsWith("ii"))
  .map(([, binary = "", version = "", arch = "", source = ""]) => {
    const name = binary.split(":")[0];
    const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${arch}&distro=${distro}`;
    return { type: "library", name, version, purl, properties: [{ name: "debian:source", value: source }] };
  });
const bom = JSON.parse(readFileSync(path, "utf8"));
bom.components.push(...components);
writeFileSync(path, `${JSON.stringify(bom)}\n`);
