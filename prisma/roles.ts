import { createHmac } from "node:crypto";
import { Client } from "pg";
import { connectionTo } from "@/lib/platform/connection";
import { LOCKS } from "@/lib/platform/locks";
import { applyPrivileges, OWN_SCHEMAS } from "./privileges";

/** The three roles of a database. */
export type Roles = {
  /** Owns everything in it and migrates it. */
  owner: string;
  /** The running service. */
  application: string;
  /** Read-only. */
  reader: string;
};

/** The roles' names where one PostgreSQL is for one service. */
export const ROLES: Roles = { owner: "vellum_owner", application: "vellum_app", reader: "vellum_readonly" };

/**
 * Creates a database's three roles and makes the owner role the owner of its schemas, tables, functions and types. Safe to
 * repeat. `adminUrl` is for a superuser, or for a role that may create roles and owns the objects. An existing role keeps its
 * password unless `passwordOf` returns a new one.
 */
export async function setUpRoles(
  adminUrl: string,
  roles: Roles,
  passwordOf: (role: string, exists: boolean) => string | null,
): Promise<void> {
  const client = new Client(connectionTo(adminUrl));
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("begin");
    // Roles belong to the whole server, so setting up another of its databases has to wait.
    await client.query("select pg_advisory_xact_lock($1)", [LOCKS.roles]);
    for (const role of Object.values(roles)) await makeRole(client, role, passwordOf);
    await refusePowers(client, roles);
    for (const statement of handOver(client, roles, await whoIsHere(client))) await client.query(statement);
    await handOverObjects(client, roles.owner);
    await client.query("commit");
    await client.query(`set role ${client.escapeIdentifier(roles.owner)}`);
    await applyPrivileges(client);
  } finally {
    await client.end();
  }
}

/** The address of a database for each role. */
export type Addresses = Record<keyof Roles, string>;

/**
 * Sets up the roles of a database on our embedded server. Their passwords are derived from the superuser's with a hash, so
 * there is nothing more to store.
 */
export async function setUpOwnRoles(superuserUrl: string, roles: Roles = ROLES): Promise<Addresses> {
  await setUpRoles(superuserUrl, roles, (role) => passwordOnOwnServer(superuserUrl, role));
  return ownAddresses(superuserUrl, roles);
}

/** The addresses for the roles of `setUpOwnRoles`. */
export function ownAddresses(superuserUrl: string, roles: Roles = ROLES): Addresses {
  const of = (role: string) => addressFor(superuserUrl, role, passwordOnOwnServer(superuserUrl, role));
  return { owner: of(roles.owner), application: of(roles.application), reader: of(roles.reader) };
}

/** The address of the same database for another role. */
export function addressFor(address: string, role: string, password: string): string {
  return Object.assign(new URL(address), { username: role, password }).href;
}

const passwordOnOwnServer = (superuserUrl: string, role: string): string =>
  createHmac("sha256", new URL(superuserUrl).password).update(role).digest("base64url");

async function makeRole(
  client: Client,
  role: string,
  passwordOf: (role: string, exists: boolean) => string | null,
): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [role]);
  const exists = rowCount !== 0;
  const password = passwordOf(role, exists);
  if (exists && password === null) return;
  await client.query(
    `${exists ? "alter" : "create"} role ${client.escapeIdentifier(role)} login password ${client.escapeLiteral(password ?? "")}`,
  );
}

type Here = { database: string; isSuperuser: boolean; mayGiveDatabase: boolean };

async function whoIsHere(client: Client): Promise<Here> {
  const { rows } = await client.query<Here>(
    `select current_database() as database, rolsuper as "isSuperuser",
       rolsuper or (rolcreatedb and pg_has_role(d.datdba, 'USAGE')) as "mayGiveDatabase"
     from pg_roles, pg_database d where rolname = current_user and d.datname = current_database()`,
  );
  return rows[0] ?? { database: "", isSuperuser: false, mayGiveDatabase: false };
}

// A role that already existed may have too many rights.
async function refusePowers(client: Client, { owner, application, reader }: Roles): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select rolname as name from pg_roles where rolname = any ($1) and
       (rolsuper or rolcreaterole or rolbypassrls or pg_has_role(rolname, $2, 'MEMBER'))`,
    [[application, reader], owner],
  );
  if (rows[0]) throw new Error(`The role ${rows[0].name} may do more than the service should; choose another prefix.`);
}

function handOver(client: Client, roles: Roles, { database, isSuperuser, mayGiveDatabase }: Here) {
  const [owner, application, reader] = [roles.owner, roles.application, roles.reader].map((role) =>
    client.escapeIdentifier(role),
  );
  const everything = client.escapeIdentifier(database);
  const defaults = `alter default privileges for role ${owner} in schema public`;
  return [
    // PostgreSQL lets a role give objects only to roles it is a member of.
    ...(isSuperuser ? [] : [`grant ${owner} to current_user`]),
    `grant all on database ${everything} to ${owner}`,
    ...(mayGiveDatabase ? [`alter database ${everything} owner to ${owner}`] : []),
    `alter schema public owner to ${owner}`,
    `revoke create on schema public from public`,
    // A temporary table could hide a table that a guard reads.
    `revoke temporary on database ${everything} from public`,
    `grant connect on database ${everything} to ${application}, ${reader}`,
    `grant usage on schema public to ${application}, ${reader}`,
    // Gives the application access to everything the owner creates later. Migrations recognize the roles by this.
    `${defaults} grant select, insert, update, delete on tables to ${application}`,
    `${defaults} grant usage, select on sequences to ${application}`,
    `${defaults} grant select on tables to ${reader}`,
  ];
}

// REASSIGN OWNED doesn't work for objects of a server's first superuser. Schemas come first, because objects go only to a role
// that may create them there.
const OBJECTS = `
  select format('schema %s', n.oid::regnamespace) as object from pg_namespace n where n.oid = any ($1::regnamespace[]) and n.nspowner <> $2::regrole
  union all
  select format(case c.relkind when 'v' then 'view %s' when 'm' then 'materialized view %s' when 'S' then 'sequence %s' else 'table %s' end, c.oid::regclass) as object
  from pg_class c
  where c.relnamespace = any ($1::regnamespace[]) and c.relkind in ('r', 'p', 'v', 'm', 'S') and c.relowner <> $2::regrole
    and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass
                    and (d.deptype = 'e' or (c.relkind = 'S' and d.deptype in ('a', 'i') and d.refclassid = 'pg_class'::regclass)))
  union all
  select format('%s %s', case p.prokind when 'p' then 'procedure' when 'a' then 'aggregate' else 'function' end, p.oid::regprocedure)
  from pg_proc p
  where p.pronamespace = any ($1::regnamespace[]) and p.proowner <> $2::regrole
    and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
  union all
  select format('type %s', t.oid::regtype) from pg_type t
  where t.typnamespace = any ($1::regnamespace[]) and t.typowner <> $2::regrole and t.typtype in ('e', 'd', 'c')
    and (t.typrelid = 0 or exists (select from pg_class c where c.oid = t.typrelid and c.relkind = 'c'))
    and not exists (select from pg_depend d where d.objid = t.oid and d.classid = 'pg_type'::regclass and d.deptype = 'e')`;

async function handOverObjects(client: Client, owner: string): Promise<void> {
  const { rows: schemas } = await client.query<{ name: string }>(
    "select nspname as name from pg_namespace where nspname = any ($1)",
    [OWN_SCHEMAS],
  );
  const { rows } = await client.query<{ object: string }>(OBJECTS, [schemas.map(({ name }) => name), owner]);
  for (const { object } of rows) await client.query(`alter ${object} owner to ${client.escapeIdentifier(owner)}`);
}
