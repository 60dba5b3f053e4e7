import { hexOf } from "@/lib/platform/crypto";
import { rowsIn, type Tx } from "@/lib/platform/db";
import type { RemovalFoundBy, RemovalItemStatus, RemovalStatus, RemovalTarget } from "@/prisma/generated/client";
import type { Claim } from "../claim";
import { fileKindOf } from "../filing/labels";

/**
 * What became of something that a claimant named. `open`: a custodian decides. `partly`: some records of it were confirmed and others
 * rejected. `not_found`: no record of it was decided on.
 */
export type Outcome = "open" | "confirmed" | "partly" | "rejected" | "not_found" | "withdrawn";

/**
 * Something a claimant named: a URL, a picture, video or other file by its hash, a record of their account, the scene whose distribution
 * their release gave, what has their proven address, or what they described. `others`: what was found of a request without a description
 * and at nothing that they named. `copies` are those of confirmed files.
 */
export type NamedThing = {
  kind: "url" | "picture" | "video" | "file" | "account" | "release" | "email" | "description" | "others" | "copies";
  /** The URL, the file's hash, or the title of the record that they chose or released. */
  name: string | null;
  outcome: Outcome;
  reasons: string[];
};

type Found = { targetId: string | null; foundBy: RemovalFoundBy; status: RemovalItemStatus; reason: string | null };

/** `hashes`: the first one of its pictures, if their device computed any. */
type Target = Pick<RemovalTarget, "id" | "url" | "sha256"> & { hashes: readonly { second: number | null }[] };

type Asked = {
  id: string;
  /** As the claimant sees it. */
  status: RemovalStatus;
  targets: readonly Target[];
  claim: Pick<Claim, "description" | "chosen">;
  /** The scene whose distribution it withdraws; null for any other request. */
  released: { title: string } | null;
};

/** Different outcomes and reasons of one request. */
const FOUND_MOST = 1000;

/**
 * What a claimant named, each with its outcome. Before a decision, it is the same whether records were found or not: a URL or hash
 * must not tell anybody what platforms have. Only what is found by the claimant's own account or proven address is always shown.
 */
export async function readNamedThings(
  tx: Pick<Tx, "$queryRaw">,
  { id, status, targets, released, claim: { description, chosen } }: Asked,
): Promise<NamedThing[]> {
  const found = await rowsIn<Found>(tx)`
    SELECT DISTINCT t.target_id, i.found_by, i.status, i.reason
    FROM removal_items i LEFT JOIN removal_item_targets t ON t.item_id = i.id
    WHERE i.request_id = ${id} AND i.status NOT IN ('suggested', 'dismissed') ORDER BY i.reason LIMIT ${FOUND_MOST}`;
  const thing = (kind: NamedThing["kind"], of: readonly Found[], name?: string | null): NamedThing => {
    const outcome = outcomeOf(of, status);
    return { kind, name: name ?? null, outcome, reasons: outcome === "open" ? [] : reasonsOf(of) };
  };
  const by = (...ways: readonly RemovalFoundBy[]) => found.filter(({ foundBy }) => ways.includes(foundBy));
  const [account, email] = [by("account"), by("email")];
  // What was found at a URL or file is told there.
  const others = found.filter(({ targetId, foundBy }) => !targetId && foundBy !== "account" && foundBy !== "email");
  const [copies, described] = [others.filter(isCopy), others.filter((one) => !isCopy(one))];
  const isAllTheyGave = description !== "" && targets.length === 0 && account.length === 0;
  return [
    ...(released ? [thing("release", account, released.title)] : []),
    ...(!released && account.length > 0 ? [thing("account", account, chosen?.title)] : []),
    ...targets.map((target) =>
      thing(
        kindOf(target),
        found.filter(({ targetId }) => targetId === target.id),
        target.url ?? (target.sha256 && hexOf(target.sha256)),
      ),
    ),
    ...(email.length > 0 ? [thing("email", email)] : []),
    ...(isAllTheyGave || described.some(isDecided)
      ? [thing(description === "" ? "others" : "description", described)]
      : []),
    ...(copies.some(isConfirmed) ? [thing("copies", copies)] : []),
  ];
}

const kindOf = ({ url, hashes: [hash] }: Target): NamedThing["kind"] => (url ? "url" : fileKindOf(hash));

const isCopy = ({ foundBy }: Pick<Found, "foundBy">): boolean => foundBy === "copy";

/** Which of the things on the page a record belongs to. */
export function groupsOf({ foundBy, targets }: Pick<Found, "foundBy"> & { targets: readonly string[] }): string[] {
  if (foundBy === "account" || foundBy === "email") return [foundBy, ...targets];
  return targets.length > 0 ? [...targets] : [isCopy({ foundBy }) ? "copies" : "description"];
}

// Whether its partner had removed it before is that partner's matter.
const isConfirmed = ({ status }: Found): boolean => status === "confirmed" || status === "already_removed";
const isDecided = (found: Found): boolean => isConfirmed(found) || found.status === "rejected";

const reasonsOf = (found: readonly Found[]): string[] => [...new Set(found.flatMap(({ reason }) => reason ?? []))];

function outcomeOf(found: readonly Found[], status: RemovalStatus): Outcome {
  const decided = found.filter(isDecided);
  if (status === "open" && (decided.length === 0 || found.some((one) => one.status === "open"))) return "open";
  if (decided.length === 0) return status === "withdrawn" ? "withdrawn" : "not_found";
  if (decided.every(isConfirmed)) return "confirmed";
  return decided.some(isConfirmed) ? "partly" : "rejected";
}
