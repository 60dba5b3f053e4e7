import { Film } from "lucide-react";
import { reservable } from "@/components/custody/record-link";
import { ListView } from "@/components/lists/list-view";
import { ProductionStatus } from "@/components/productions/production";
import type { Listed } from "@/lib/domain/core/lists";
import type { FoundProduction, productionRecordList } from "@/lib/domain/productions/custody";
import { recordColumns } from "./record-columns";

const PATH = "/custodian/productions";
const { title, performers, id, created } = recordColumns<FoundProduction>("Production", PATH);

const COLUMNS = reservable<FoundProduction>([
  title,
  { header: "Producer", cell: ({ producerName }) => <span className="wrap-anywhere">{producerName}</span> },
  performers,
  { header: "Status", cell: ({ status }) => <ProductionStatus status={status} /> },
  id,
  created,
]);

/** Productions of all producers, for a custodian. */
export const ProductionRecordList = (list: Listed<typeof productionRecordList>) => (
  <ListView
    {...list}
    path={PATH}
    caption="Productions, newest first"
    columns={COLUMNS}
    search={{
      label: "Find a production",
      placeholder: "Words of the title, start of a performer’s email, or production or certificate id",
      className: "md:max-w-xl",
    }}
    empty={{
      icon: <Film aria-hidden />,
      title: "No productions yet",
      children: "A production appears here as soon as a producer or partner creates it.",
      noMatch: {
        title: "No matching productions",
        children: "Enter words of the title, the start of an email, or the full id of a production or certificate.",
      },
    }}
  />
);
