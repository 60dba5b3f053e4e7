import { markReader } from "@/lib/domain/core/mark";
import { peopleIn } from "../checklist";

// Each change of title, day, scenes and depictions counts up the revision.
const SHOWN = `
  SELECT p.status, p.revision, link.taken_down_at,
    (SELECT count(*)::int FROM production_partners l WHERE l.production_id = p.id) AS partners,
    (SELECT json_agg(json_build_array(email, state) ORDER BY email) FROM (${peopleIn("p.id", "link.partner_id")}) people)
      AS performers,
    (SELECT json_build_array(count(*), count(*) FILTER (WHERE state <> 'id_verified')) FROM (${peopleIn("p.id")}) people)
      AS counts,
    (SELECT json_agg(json_build_array(c.id, c.status) ORDER BY c.id) FROM certificates c
     WHERE c.production_id = p.id) AS certificates,
    (SELECT json_agg(json_build_array(k.id, k.sealed_at, k.failure) ORDER BY k.id) FROM sealed_packages k
     WHERE k.production_id = p.id) AS packages
  FROM productions p JOIN production_partners link ON link.production_id = p.id
  WHERE p.id = $1 AND link.partner_id = $2`;

/**
 * The mark of a linked production's page: a signature, a seal, a certificate, or a change by its producer. Of other partners' people,
 * it covers only how many they are, because a hash would confirm a guess.
 */
export const readProductionMark = markReader("production_mark", SHOWN);
