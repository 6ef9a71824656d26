import type { Context } from "ferrule";

/** Creates the table of changes, and, to try the tools, two small tables of an application with some rows. */
export default async function createTables(_input: {}, ctx: Context) {
  return ctx.sql.begin(async (tx) => {
    await tx`create table if not exists admin_actions (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      request_id text not null,
      who text not null,
      action text not null,
      target text not null,
      reason text not null
    )`;
    await tx`create table if not exists users (id int primary key, email text not null, suspended boolean not null default false)`;
    await tx`create table if not exists jobs (id int primary key, user_id int, state text not null, error text)`;
    await tx`insert into users (id, email) values (1, ${"ada@northwind.example"}), (2, ${"bola@lagoon.example"}) on conflict do nothing`;
    await tx`insert into jobs (id, user_id, state, error) values (7, 1, ${"failed"}, ${"disk full"}) on conflict do nothing`;
    return { tables: ["admin_actions", "users", "jobs"] };
  });
}
