import { storedAddress } from "@/lib/platform/wire";
import type { RosterFilters } from "./schemas";

/** Collects a statement's values and names their places. */
export class Values {
  readonly list: unknown[] = [];
  readonly add = (value: unknown): string => `$${this.list.push(value)}`;
}

/** Text that a pattern takes for itself. */
const literal = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

const ID_LENGTH = 25;

/** The conditions that these filters put on a partner's accounts. Each can be answered from an index. */
export function conditionsOf(partnerId: string, { find, status, reason }: RosterFilters, { add }: Values): string {
  const met = [`partner_id = ${add(partnerId)}`];
  if (status) met.push(`status = ${add(status)}::solo_status`);
  if (reason) met.push(`suspend_reason = ${add(reason)}::suspend_reason`);
  if (find)
    met.push(
      `(${startingWith(find)
        .map((condition) => condition(add))
        .join(" OR ")})`,
    );
  return met.join(" AND ");
}

type Condition = (add: Values["add"]) => string;

function startingWith(text: string): Condition[] {
  const lower = text.toLowerCase();
  const conditions: Condition[] = [
    (add) => `email LIKE ${add(`${literal(storedAddress(text))}%`)}`,
    (add) => `external_user_id LIKE ${add(`${literal(text)}%`)}`,
  ];
  // As a range: ids are of one length, and of letters and digits alone.
  if (/^[0-9a-z]{1,25}$/.test(lower)) {
    conditions.push(
      (add) => `id BETWEEN ${add(lower.padEnd(ID_LENGTH, "0"))} AND ${add(lower.padEnd(ID_LENGTH, "z"))}`,
    );
  }
  return conditions;
}
