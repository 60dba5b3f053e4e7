import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

// Each table belongs to one room, and only that room writes it. Other rooms call its verbs and queries, or read what is declared here.

const OWNERS = {
  core: "ledger_entries ledger_heads ledger_verified ledger_leaves ledger_nodes ledger_checkpoints ledger_cosignatures ledger_stamps ledger_keys",
  acts: "hosted_visits attestations",
  parties:
    "users sessions sign_in_accounts verification_tokens spent_challenges authenticators totp_secrets recovery_codes factor_tries partners partner_members partner_invitations saved_filters api_keys producers producer_invitations producer_partners served_days",
  events:
    "webhook_events webhook_endpoints webhook_secrets webhook_deliveries webhook_attempts webhook_endpoint_hours webhook_delivery_hours webhook_replays webhook_edits",
  custody: "looks alerts legal_holds inspections inspection_productions takedowns takedown_checks",
  identity:
    "identities identity_checks identity_photos identity_marks identity_duplicates document_readings photo_handoffs check_notes person_keys person_aliases golden_checks golden_reviews",
  accounts: "solo_accounts account_holds link_requests roster_changes roster_change_items onboarding_links",
  billing:
    "payment_customers payment_checkouts subscriptions subscription_refunds platform_invoices platform_invoice_lines platform_invoice_fees scene_fees scene_fee_charges vendor_messages",
  records:
    "depictions index_entries content_imports content_import_findings content_import_handles search_records search_queue erased_depictions copy_fingerprints",
  scenes:
    "upload_sessions collab_scenes scene_performers scene_extensions scene_publications scene_index_entries erased_scene_people release_copies verification_jobs",
  creators: "statements statement_versions",
  productions:
    "productions production_takedowns partner_performers production_partners production_performers production_depictions sealed_packages seal_holds age_proofs package_keys certificates certificate_keys",
  removals:
    "removal_drafts removal_requests removal_targets removal_item_targets removal_items removal_false_matches removal_messages removal_notes removal_decisions removal_reports copy_hashes wanted_hashes content_matches hash_sources hash_source_keys hash_imports listed_hashes listed_matches shared_hashes shared_hash_items hash_submissions",
  examinations:
    "examinations examination_scope examination_looks examination_productions examination_reports examination_orders examination_questions examination_mails samples record_packages record_package_scope record_package_records",
  readiness: "readiness_gaps readiness_days readiness_runs lost_copies copy_checks",
  rehearsals: "rehearsals deadline_rehearsals",
  "lib/api": "request_log",
  "lib/platform": "storage_keys signing_certificates signing_keys mail_acceptances",
  "lib/master-key": "secret_fingerprints",
};

/** What rooms above its owner read of a table. */
const SHARED: Record<string, [rooms: string, what: string]> = {
  users: [
    "accounts billing creators custody events identity productions records rehearsals removals scenes",
    "a person's address, name and role",
  ],
  partners: [
    "accounts billing creators custody events identity productions records rehearsals removals scenes",
    "a partner's name, plan and status",
  ],
  partner_members: [
    "billing custody events productions rehearsals removals",
    "whom to mail, and conflicts of interest",
  ],
  partner_invitations: ["custody events", "who was in a team; names of the day's changes"],
  producers: ["custody productions", "whose production it is"],
  producer_partners: ["custody productions", "which partners invited a producer"],
  producer_invitations: ["events", "names of the day's changes"],
  api_keys: ["events lib/api", "names of keys in histories and lists"],
  served_days: ["billing", "the days that the platform fee charges"],
  attestations: [
    "accounts custody identity productions removals scenes",
    "what somebody agreed to, for records about it",
  ],
  hosted_visits: ["accounts identity", "where an act started"],
  alerts: ["identity productions scenes", "whether a custodian was alerted"],
  legal_holds: ["records", "what keeps a depiction"],
  takedowns: ["removals", "clocks of requests"],
  takedown_checks: ["removals", "what a takedown's URL answered, for its claimant"],
  identities: [
    "accounts creators productions records removals scenes",
    "whether a person is verified, under which name and since when",
  ],
  identity_checks: ["accounts creators productions scenes", "the ID behind an identity, and where a check stands"],
  identity_photos: ["productions", "copies of IDs in a package"],
  person_aliases: ["productions records removals", "names that a person is known by"],
  solo_accounts: ["billing creators productions records scenes", "the creator at a partner: id, status and person"],
  account_holds: ["billing", "days without a charge"],
  link_requests: ["creators records", "what a person declined or still has to answer"],
  subscriptions: ["creators", "whether a creator pays"],
  scene_fees: ["productions scenes", "what a scene cost"],
  depictions: ["creators productions removals scenes", "content that a scene, a production or a request is about"],
  index_entries: ["creators removals", "where a person appears"],
  scene_index_entries: ["creators removals", "where a person appears"],
  search_records: ["removals scenes", "records by URL and hash"],
  erased_depictions: ["removals", "what a request was about"],
  copy_fingerprints: ["removals", "which stored copies wait for their hashes"],
  collab_scenes: ["creators productions removals", "the scene of a performer, a production or a publication"],
  scene_performers: ["creators productions removals", "who is in a scene, and who consented"],
  scene_publications: ["removals", "where a scene was published"],
  upload_sessions: ["removals", "the session that a scene came from"],
  verification_jobs: ["productions", "the jobs that a partner started, and whose scenes they are"],
  productions: ["removals", "what a request is about"],
  production_takedowns: ["removals", "what a request froze"],
  production_performers: ["removals", "who is in a production"],
  production_depictions: ["removals", "content of a production"],
};

/** Views across rooms: the only files that read tables of rooms above them. */
const VIEWS: Record<string, [tables: string, what: string]> = {
  "core/ledger/history.ts": ["users api_keys partners examinations", "names of who acted, for custodians"],
  "core/ledger/record.ts": ["users api_keys", "names of who acted, for partners"],
  "parties/partners/partners.ts": ["solo_accounts", "the days of a partner's active creators"],
  "events/changes/change-lines.ts": [
    "solo_accounts depictions content_imports collab_scenes verification_jobs productions production_partners",
    "names of the day's changes",
  ],
  "custody/conflicts.ts": [
    "solo_accounts link_requests identity_checks depictions index_entries collab_scenes scene_performers scene_publications scene_extensions scene_index_entries erased_scene_people upload_sessions productions production_partners production_performers production_depictions removal_requests removal_items examination_scope record_packages record_package_scope search_records",
    "conflicts of interest, of all that a custodian can look at",
  ],
  "custody/alerts.ts": ["identities collab_scenes scene_performers upload_sessions", "what alerts are about"],
  "custody/legal-holds.ts": ["depictions index_entries collab_scenes scene_index_entries", "what holds are about"],
  "custody/inspections.ts": ["productions production_partners", "what an inspector was shown, and whom to tell"],
  "custody/takedown-clocks.ts": ["removal_items", "which record a clock is about"],
  "identity/lock-check.ts": ["solo_accounts collab_scenes scene_performers", "where a check was started"],
  "identity/names/signs-as.ts": ["scene_performers", "the scene of a signature"],
  "creators/overview/list-records.ts": ["examinations record_packages", "whose looks a person isn't told of yet"],
  "accounts/account-status.ts": ["subscriptions", "whether a creator pays"],
  "accounts/link-requests.ts": ["subscriptions", "whether a creator pays"],
  "accounts/custody/view-account.ts": ["subscriptions", "whether a creator pays"],
  "accounts/queries.ts": ["statements", "the statement that an account's answer links, in one statement"],
  "billing/scene-fees/list-scene-fees.ts": ["verification_jobs", "the partner's id of a job that its card pays"],
  "billing/platform-fee/invoice-fees.ts": ["collab_scenes verification_jobs", "what fees are for, on invoices"],
  "records/content/copies/open-copy.ts": [
    "scene_publications production_depictions removal_items",
    "removals of what shows the same copy",
  ],
  "records/content/cross-reference/index-entries.ts": [
    "collab_scenes scene_publications scene_index_entries",
    "the index, of depictions and scenes",
  ],
  "records/content/lists/list-depictions.ts": [
    "scene_publications scene_index_entries content_matches",
    "the index, of depictions and scenes, and what a partner must hide",
  ],
  "records/content/lists/list-content.ts": ["content_matches", "what a partner must hide"],
  "records/content/present.ts": ["content_matches", "what a partner must hide"],
  "records/copy-fingerprints.ts": ["copy_hashes", "by how many hashes a stored copy is compared"],
  "records/search/fill-search.ts": [
    "collab_scenes scene_publications scene_index_entries",
    "the search of depictions and scenes",
  ],
  "examinations/examinations.ts": [
    "index_entries partners productions scene_index_entries users",
    "what a custodian picks",
  ],
  "examinations/files.ts": [
    "collab_scenes depictions identities identity_photos release_copies scene_performers",
    "the files that an examiner opens",
  ],
  "examinations/indexes.ts": [
    "depictions identities partners person_aliases production_depictions scene_publications",
    "the indexes that an examiner searches and exports",
  ],
  "examinations/looks.ts": ["identities", "whose ID was viewed"],
  "examinations/packages/contents/index-files.ts": ["identities person_aliases", "the indexes that a package has"],
  "examinations/packages/contents/record-details.ts": [
    "collab_scenes depictions identities partners producers production_depictions production_performers productions scene_publications solo_accounts",
    "the records that a package has",
  ],
  "examinations/packages/contents/sample-files.ts": ["partners", "whose sample it is"],
  "examinations/questions.ts": ["users", "which custodian answered"],
  "examinations/records.ts": [
    "attestations collab_scenes depictions identities identity_checks identity_photos partners person_aliases producers production_depictions production_performers productions release_copies scene_performers scene_publications",
    "the records that an examiner opens",
  ],
  "examinations/samples.ts": [
    "collab_scenes depictions partners scene_index_entries scene_publications",
    "the records that a sample is drawn from",
  ],
  "examinations/scope.ts": [
    "collab_scenes depictions identities index_entries partners person_aliases producers production_depictions production_partners production_performers productions release_copies scene_index_entries scene_performers scene_publications search_records users",
    "what an examination opens, of all records",
  ],
  "readiness/conditions.ts": [
    "identity_photos person_aliases solo_accounts depictions index_entries identities identity_checks legal_holds statements statement_versions collab_scenes scene_performers scene_publications scene_index_entries release_copies search_records productions production_performers production_depictions sealed_packages seal_holds certificates",
    "every record that a rule is about",
  ],
  "readiness/check-copies.ts": ["depictions", "the stored copies"],
  "readiness/check-readiness.ts": [
    "collab_scenes depictions identity_checks production_partners productions",
    "whether there is anything to check, IDs whose facts are sealed, and who sees a production's gaps",
  ],
  "readiness/list-gaps.ts": [
    "solo_accounts depictions collab_scenes productions production_partners partners",
    "what a gap's record is called, and who sees a production's",
  ],
  "scripts/ops/backup/objects.ts": [
    "identity_photos depictions release_copies sealed_packages content_imports",
    "the stored objects of all rooms",
  ],
  "scripts/ops/backup/tables.ts": [
    "ledger_heads secret_fingerprints",
    "whether a database is empty, and which master key its backup needs",
  ],
};

/**
 * What shows the ledger beside its own reader: audit logs list what was administered, a sealed package has it whole, the day's changes add
 * events to it, and the transparency log proves it. Nothing decides from it: see decision 052.
 */
const HISTORIES = [
  "core/audit/audit-log.ts",
  "productions/packages/contents/history.ts",
  "events/changes/change-lines.ts",
  "core/transparency/integrate.ts",
  "core/transparency/verify-log.ts",
];

/** What names the ledger for its privileges, its owner, a warm cache and the time of a backup. */
const OPERATIONS = [
  "prisma/migrate.ts",
  "prisma/privileges.ts",
  "scripts/bench/growth-fill.ts",
  "scripts/bench/scenes.ts",
  "scripts/demo/own-database.ts",
  "scripts/ops/backup/tables.ts",
];

const [MODELS, RELATIONS] = readSchema();

function readSchema(): [Map<string, string>, Map<string, Map<string, string>>] {
  const schema = readFileSync("prisma/schema.prisma", "utf8");
  const models = [...schema.matchAll(/^model (\w+) \{([\s\S]*?)\n\}/gm)].map(([, name = "", body = ""]) => ({
    model: name.charAt(0).toLowerCase() + name.slice(1),
    table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name,
    fields: [...body.matchAll(/^ {2}(\w+)\s+(\w+)/gm)].map(
      ([, field = "", type = ""]) => [field, type.charAt(0).toLowerCase() + type.slice(1)] as const,
    ),
  }));
  const tables = new Map(models.map(({ model, table }) => [model, table]));
  const relations = models.map(
    ({ model, fields }) => [model, new Map(fields.filter(([, type]) => tables.has(type)))] as const,
  );
  return [tables, new Map(relations)];
}

type Access = { file: string; table: string; writes: boolean };

const COMMENT = /\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm;
const CALL = /\.(\w+)\s*\.(findU|findF|findM|count|aggregate|groupBy|create|update|delete|upsert)\w*\(/g;

function* accessesOf(file: string): Generator<Access> {
  const source = readFileSync(file, "utf8").replace(COMMENT, " ");
  for (const table of MODELS.values()) {
    if (new RegExp(`(INSERT INTO|UPDATE|DELETE FROM) (ONLY )?${table}\\b`).test(source))
      yield { file, table, writes: true };
    // A name of several words is a table's wherever it stands.
    const named = table.includes("_") ? `\\b${table}\\b(?!_)` : `(FROM|JOIN|USING)\\s+(ONLY )?${table}\\b|\`${table}\``;
    if (new RegExp(named).test(source)) yield { file, table, writes: false };
  }
  for (const { 1: model = "", 2: method = "", index, 0: call } of source.matchAll(CALL)) {
    const table = MODELS.get(model);
    if (table === undefined) continue;
    yield { file, table, writes: /^(create|update|delete|upsert)/.test(method) };
    for (const related of relatedIn(source.slice(index + call.length), model))
      yield { file, table: related, writes: false };
  }
}

/** The tables that a call of Prisma reads through relations. */
function relatedIn(args: string, model: string): string[] {
  const found: string[] = [];
  const models = [model];
  let key = "";
  for (const [token] of args.matchAll(/`[^`]*`|"[^"]*"|\w+(?=\??:)|[{}()[\]]/g)) {
    if (/^\w/.test(token)) {
      key = token;
      const next = RELATIONS.get(models.at(-1) ?? "")?.get(key);
      if (next !== undefined) found.push(MODELS.get(next) ?? next);
    } else if (/^[{([]/.test(token)) {
      const current = models.at(-1) ?? "";
      models.push(RELATIONS.get(current)?.get(key) ?? current);
      key = "";
    } else if (/^[})\]]/.test(token)) {
      models.pop();
      if (models.length === 0) break;
    }
  }
  return found;
}

const roomOf = (file: string): string =>
  /^lib\/domain\/(\w+)\//.exec(file)?.[1] ?? /^lib\/[\w-]+/.exec(file)?.[0] ?? file;
const words = (text: string): string[] => text.split(" ");
const ownerOf = new Map(
  Object.entries(OWNERS).flatMap(([owner, tables]) => words(tables).map((table) => [table, owner])),
);

const sources = (pattern: string[], exclude: string[]): string[] =>
  globSync(pattern, { exclude: ["prisma/generated", "lib/testing", ...exclude] }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  );

/** Everything outside its own room's. The seed and the demo read what they made, and the privileges name every table. */
const foreign = sources(
  ["{lib,prisma,scripts}/**/*.{ts,tsx}", "*.ts"],
  ["scripts/bench", "scripts/failover", "prisma/privileges.ts"],
)
  .flatMap((file) => [...accessesOf(file)])
  .filter(({ file, table }) => ownerOf.get(table) !== roomOf(file))
  .filter(
    ({ file, table, writes }) => table !== "ledger_entries" && (writes || !/^(prisma\/seed|scripts\/demo)/.test(file)),
  );

/** The declaration that lets a file read a table. */
function declarationOf({ file, table }: Access): string | undefined {
  const inDomain = file.replace("lib/domain/", "");
  if (VIEWS[inDomain] && words(VIEWS[inDomain][0]).includes(table)) return `${inDomain}: ${table}`;
  const rooms = SHARED[table]?.[0];
  return rooms !== undefined && words(rooms).includes(roomOf(file)) ? `${table}: ${roomOf(file)}` : undefined;
}

it("gives each table to one room", () => {
  const owned = Object.values(OWNERS).flatMap(words);
  expect(owned.toSorted()).toEqual([...MODELS.values()].toSorted());
});

it("lets only its own room write a table", () => {
  expect(foreign.filter(({ writes }) => writes).map(({ file, table }) => `${file}: ${table}`)).toEqual([]);
});

it("lets other rooms read a table as declared, and rooms below it in views only", () => {
  const undeclared = foreign.filter((access) => !access.writes && declarationOf(access) === undefined);
  expect(undeclared.map(({ file, table }) => `${file}: ${table}`)).toEqual([]);
  const order = Object.keys(OWNERS);
  const shared = Object.entries(SHARED).flatMap(([table, [rooms]]) =>
    words(rooms).map((room) => [room, table] as const),
  );
  const upward = shared.filter(([room, table]) => order.indexOf(room) < order.indexOf(ownerOf.get(table) ?? ""));
  expect(upward).toEqual([]);
});

it("declares nothing that nobody reads", () => {
  const declared = [
    ...Object.entries(VIEWS).flatMap(([file, [tables]]) => words(tables).map((table) => `${file}: ${table}`)),
    ...Object.entries(SHARED).flatMap(([table, [rooms]]) => words(rooms).map((room) => `${table}: ${room}`)),
  ];
  const used = new Set(foreign.map(declarationOf));
  expect(declared.filter((one) => !used.has(one))).toEqual([]);
});

it("lets only histories read the ledger", () => {
  const readers = sources(
    ["{app,components,lib,pages,peers,prisma,scripts}/**/*.{ts,tsx,mjs}", "*.{ts,tsx,mjs}"],
    ["lib/domain/core/ledger"],
  ).filter((file) => /ledger_entries|ledgerEntr(y|ies)/i.test(readFileSync(file, "utf8")));
  expect(readers.toSorted()).toEqual([...HISTORIES.map((file) => `lib/domain/${file}`), ...OPERATIONS].toSorted());
});

it("only tests' queue and the demo, which moves time, name private tables of graphile-worker, which an update may change", () => {
  const naming = globSync(
    ["{app,components,e2e,lib,pages,peers,prisma,scripts}/**/*.{ts,tsx,mjs,sql}", "*.{ts,tsx,mjs}"],
    { exclude: ["prisma/generated", "lib/domain/tables.test.ts"] },
  ).filter((file) => readFileSync(file, "utf8").includes("_private_"));
  expect(naming).toEqual(["scripts/demo/world.ts", "lib/testing/queue.ts"]);
});
