import { type LedgerAction, whoInWords } from "@/lib/domain/ledger";
import { historyOf } from "./history-of";

// What a partner is told of its record. The custodian's looks into the index are not among it.
const CHANGES = ["depiction.logged", "depiction.copy_stored", "depiction.removed"] as const satisfies LedgerAction[];
const LOOKS = ["depiction.viewed"] as const satisfies LedgerAction[];

/** What the ledger tells the partner of its depiction, by a key or a person of its own by name, or "the custodian". */
export const depictionHistory = (partnerId: string, depictionId: string) =>
  historyOf<(typeof CHANGES | typeof LOOKS)[number]>(
    { depictionId, partnerId },
    { changes: CHANGES, looks: LOOKS },
    (actors) => whoInWords(partnerId, actors),
  );
