import { calling, returning, type TestedPackage } from "./tested-package.ts";

/** Clients of services, and libraries that sign for them. */
export const clients: TestedPackage[] = [
  {
    name: "@aws-sdk/client-s3",
    version: "3.1143.0",
    does: "puts and gets an object",
    source: calling(
      'import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";',
      `  const credentials = { accessKeyId: "AKIA0000000000000000", secretAccessKey: "secret" };
  const client = new S3Client({ endpoint: input.url + "/s3", region: "eu-central-1", credentials, forcePathStyle: true });
  const put = await client.send(new PutObjectCommand({ Bucket: "bucket", Key: "a.txt", Body: "hello" }));
  const got = await client.send(new GetObjectCommand({ Bucket: "bucket", Key: "a.txt" }));
  return [put.ETag, await got.Body?.transformToString()];`,
    ),
    returns: ['"etag"', "stored"],
  },
  {
    name: "@aws-sdk/client-dynamodb",
    version: "3.1143.0",
    does: "reads an item",
    source: calling(
      'import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";',
      `  const credentials = { accessKeyId: "AKIA0000000000000000", secretAccessKey: "secret" };
  const client = new DynamoDBClient({ endpoint: input.url + "/dynamodb", region: "eu-central-1", credentials });
  const { Item } = await client.send(new GetItemCommand({ TableName: "orders", Key: { id: { S: "1" } } }));
  return Item?.["id"]?.S ?? null;`,
    ),
    returns: "1",
  },
  {
    name: "jsonwebtoken",
    version: "9.0.2",
    does: "signs and verifies a token",
    source: returning(
      'import jwt from "jsonwebtoken";',
      `  const token = jwt.sign({ sub: "ada" }, "secret", { algorithm: "HS256", expiresIn: "1h" });
  let refused = "";
  try {
    jwt.verify(token, "other");
  } catch (error) {
    refused = (error as Error).message;
  }
  return [(jwt.verify(token, "secret") as { sub?: string }).sub ?? "", refused];`,
    ),
    returns: ["ada", "invalid signature"],
    always: true,
  },
  {
    name: "jose",
    version: "5.9.6",
    does: "signs and verifies a token, and signs in as a service account of Google",
    source: calling(
      'import { exportPKCS8, generateKeyPair, importPKCS8, jwtVerify, SignJWT } from "jose";',
      `  const secret = new TextEncoder().encode("a secret of thirty-two characters");
  const token = await new SignJWT({ a: 1 }).setProtectedHeader({ alg: "HS256" }).setExpirationTime("1h").sign(secret);
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const assertion = await new SignJWT({ scope: "https://www.googleapis.com/auth/drive.readonly" })
    .setProtectedHeader({ alg: "RS256" })
    .setIssuer("robot@project.iam.gserviceaccount.com")
    .setAudience("https://oauth2.googleapis.com/token")
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(await importPKCS8(await exportPKCS8(privateKey), "RS256"));
  const grant = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion };
  const asked = await fetch(input.url + "/token", { method: "POST", body: new URLSearchParams(grant) });
  const { access_token: given } = (await asked.json()) as { access_token: string };
  const answer = await fetch(input.url + "/drive/v3/files", { headers: { authorization: "Bearer " + given } });
  const { files } = (await answer.json()) as { files: { name: string }[] };
  return [(await jwtVerify(token, secret)).payload["a"] ?? null, files[0]?.name ?? null];`,
    ),
    returns: [1, "Plan"],
    always: true,
    note: "[Google](#google) shows the sign-in.",
  },
  {
    name: "twilio",
    version: "5.3.5",
    does: "checks a webhook's signature and sends a message",
    source: calling(
      'import twilio from "twilio";',
      `  const client = twilio("AC00000000000000000000000000000000", "token");
  const answer = await client.request({ method: "post", uri: input.url + "/twilio", data: { To: "+1", Body: "hi" } });
  const valid = twilio.validateRequest("token", "wrong", "https://a.example/", {});
  return [answer.statusCode, valid];`,
    ),
    returns: [201, false],
  },
  {
    name: "@slack/web-api",
    version: "7.7.0",
    does: "posts a message",
    source: calling(
      'import { WebClient } from "@slack/web-api";',
      `  const slack = new WebClient("xoxb-token", { slackApiUrl: input.url + "/slack/" });
  const answer = await slack.chat.postMessage({ channel: "C1", text: "Hello" });
  return answer.ts ?? "";`,
    ),
    returns: "1.0",
  },
  {
    name: "stripe",
    version: "17.4.0",
    does: "reads a customer and checks a webhook",
    source: calling(
      'import Stripe from "stripe";',
      `  const { hostname, port } = new URL(input.url);
  const stripe = new Stripe("sk_test_1", { host: hostname, port: Number(port), protocol: "http" });
  const customer = await stripe.customers.retrieve("cus_1");
  const header = await stripe.webhooks.generateTestHeaderStringAsync({ payload: '{"id":"evt_1","object":"event"}', secret: "whsec_1" });
  const event = await stripe.webhooks.constructEventAsync('{"id":"evt_1","object":"event"}', header, "whsec_1");
  return [customer.id, event.id];`,
    ),
    returns: ["cus_1", "evt_1"],
  },
  {
    name: "resend",
    version: "4.0.1",
    does: "makes a message and asks to send it",
    source: calling(
      'import { Resend } from "resend";',
      `  const resend = new Resend("re_1");
  const { error } = await resend.emails.send({ from: "a@b.example", to: "c@d.example", subject: "Hi", text: "Hello" });
  return [typeof resend.batch.send, input.url !== "", error !== null];`,
    ),
    returns: ["function", true, true],
    note: "Its address cannot be set, so the test sees its request refused: the host is not granted.",
  },
  {
    name: "openai",
    version: "4.73.0",
    does: "asks a model",
    source: calling(
      'import OpenAI from "openai";',
      `  const client = new OpenAI({ apiKey: "sk-1", baseURL: input.url + "/openai" });
  const answer = await client.chat.completions.create({ model: "gpt-4o", messages: [{ role: "user", content: "Hi" }] });
  return answer.choices[0]?.message.content ?? "";`,
    ),
    returns: "Hello",
  },
  {
    name: "@anthropic-ai/sdk",
    version: "0.32.1",
    does: "asks a model",
    source: calling(
      'import Anthropic from "@anthropic-ai/sdk";',
      `  const client = new Anthropic({ apiKey: "sk-1", baseURL: input.url + "/anthropic" });
  const answer = await client.messages.create({ model: "claude-3-5-sonnet-latest", max_tokens: 10, messages: [{ role: "user", content: "Hi" }] });
  const [first] = answer.content;
  return first?.type === "text" ? first.text : "";`,
    ),
    returns: "Hello",
  },
  {
    name: "axios",
    version: "1.7.7",
    does: "posts JSON and reads an error",
    source: calling(
      'import axios from "axios";',
      `  const { data } = await axios.post<{ echo: unknown }>(input.url + "/echo", { a: 1 });
  const failed = await axios.get(input.url + "/missing").catch((error: unknown) => (axios.isAxiosError(error) ? error.response?.status : 0));
  return [data.echo, failed];`,
    ),
    returns: [{ a: 1 }, 404],
    always: true,
  },
  {
    name: "ky",
    version: "1.7.2",
    does: "posts JSON",
    source: calling(
      'import ky from "ky";',
      '  return (await ky.post(input.url + "/echo", { json: { a: 1 } }).json<{ echo: unknown }>()).echo;',
    ),
    returns: { a: 1 },
  },
  {
    name: "graphql",
    version: "16.9.0",
    does: "parses and runs a query",
    source: returning(
      'import { buildSchema, graphql } from "graphql";',
      `  const schema = buildSchema("type Query { hello: String }");
  const { data } = await graphql({ schema, source: "{ hello }", rootValue: { hello: () => "world" } });
  return data?.["hello"] ?? null;`,
    ),
    returns: "world",
  },
  {
    name: "graphql-request",
    version: "7.1.2",
    does: "asks a server",
    beside: ["graphql"],
    source: calling(
      'import { request } from "graphql-request";',
      '  return (await request<{ hello: string }>(input.url + "/graphql", "{ hello }")).hello;',
    ),
    returns: "world",
  },
  {
    name: "@octokit/rest",
    version: "21.0.2",
    does: "reads a repository",
    source: calling(
      'import { Octokit } from "@octokit/rest";',
      `  const octokit = new Octokit({ baseUrl: input.url + "/github", auth: "token" });
  const { data } = await octokit.repos.get({ owner: "acme", repo: "shop" });
  return data.full_name;`,
    ),
    returns: "acme/shop",
  },
  {
    name: "@notionhq/client",
    version: "2.2.15",
    does: "reads a user",
    source: calling(
      'import { Client } from "@notionhq/client";',
      `  const notion = new Client({ auth: "secret", baseUrl: input.url + "/notion", fetch });
  return (await notion.users.me({})).id;`,
    ),
    returns: "user_1",
  },
];
