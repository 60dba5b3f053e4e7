import type { Column } from "@/components/lists/data-list";
import { CopyId } from "@/components/ui/copy";
import { counted } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import { RecordLink } from "./record-link";

type FoundRow = {
  id: string;
  title: string;
  performers: readonly string[];
  performerCount: number;
  createdAt: Date;
};

/** The columns that custodians' lists of scenes and of productions share. */
export const recordColumns = <Row extends FoundRow>(what: "Scene" | "Production", path: string) => {
  return {
    title: {
      header: what,
      primary: true,
      cell: ({ id, title }) => (
        <RecordLink plain href={`${path}/${id}`} className="wrap-anywhere line-clamp-2 font-medium md:min-w-40">
          {title}
        </RecordLink>
      ),
    },
    performers: {
      header: "Performers",
      cell: ({ performers, performerCount }) => (
        <span className="flex flex-col gap-1">
          {performers.map((email) => (
            <span key={email} className="break-all">
              {email}
            </span>
          ))}
          <span className="text-muted">{counted(performerCount, "performer")}</span>
        </span>
      ),
    },
    id: {
      header: `${what} id`,
      cell: ({ id }) => <CopyId value={id} label={`${what.toLowerCase()} id`} short className="whitespace-nowrap" />,
    },
    created: {
      header: "Created",
      align: "end",
      cell: ({ createdAt }) => <Time at={createdAt} as="date" />,
    },
  } satisfies Record<string, Column<Row>>;
};
