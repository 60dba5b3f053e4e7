import { Clapperboard } from "lucide-react";
import type { ReactNode } from "react";
import { reservable } from "@/components/custody/record-link";
import { ListView } from "@/components/lists/list-view";
import { SceneStatus } from "@/components/scenes/scene-status";
import type { Listed } from "@/lib/domain/core/lists";
import type { FoundRecord, sceneRecordList } from "@/lib/domain/scenes";
import { recordColumns } from "./record-columns";

const PATH = "/custodian/scenes";
const { title, performers, id, created } = recordColumns<FoundRecord>("Scene", PATH);

const COLUMNS = reservable<FoundRecord>([
  title,
  performers,
  { header: "Partner", cell: ({ partnerName }) => <span className="wrap-anywhere">{partnerName}</span> },
  { header: "Status", cell: ({ status, block }) => <SceneStatus status={status} block={block} /> },
  id,
  created,
]);

/** Scenes of all partners, for a custodian. `note`: between the search and the scenes. */
export const SceneRecordList = ({ note, ...list }: Listed<typeof sceneRecordList> & { note: ReactNode }) => (
  <ListView
    {...list}
    path={PATH}
    caption="Scenes, newest first"
    columns={COLUMNS}
    search={{
      label: "Find a scene",
      placeholder: "Words of the title, start of a performer’s email, or scene or performer id",
      className: "md:max-w-xl",
    }}
    kept={["person"]}
    cleared={["person"]}
    note={note}
    empty={{
      icon: <Clapperboard aria-hidden />,
      title: list.address.person ? "No matching scenes" : "No scenes yet",
      children: list.address.person
        ? "Enter words of the title, the start of an email, or the full id of a scene or performer."
        : "A scene appears here as soon as a partner creates it.",
      noMatch: {
        title: "No matching scenes",
        children: "Enter words of the title, the start of an email, or the full id of a scene or performer.",
      },
    }}
  />
);
