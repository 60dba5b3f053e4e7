import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { type Column, DataList } from "@/components/lists/data-list";
import { listHref } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { StatusBadge } from "@/components/ui/badge";
import { KeyValue, SectionCard } from "@/components/ui/card";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { CopyId } from "@/components/ui/copy";
import { Field, Textarea } from "@/components/ui/field";
import type { ActionResult } from "@/components/ui/form";
import { counted, moneyText } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { PageSection } from "@/components/ui/page-header";
import { RowButton } from "@/components/ui/row-button";
import { Time } from "@/components/ui/time";
import { EXTENSION_FEE_CENTS } from "@/lib/domain/billing/scene-fees/labels";
import type { OwnPublication, SceneView } from "@/lib/domain/scenes";
import type { Page } from "@/lib/platform/keyset";

type Remove = (publicationId: string, form: FormData) => Promise<ActionResult>;
type PublicationsProps = {
  publications: Page<OwnPublication>;
  /** The page's path, for the pager's links. */
  path: string;
  /** Records that a publication was taken down; null for a role that only reads. */
  remove: Remove | null;
  /** Whether another partner created the scene. It gets an event about a removal. */
  tellsOwner?: boolean;
};

/** Where the partner published a scene. */
export function Publications({ publications, path, remove, tellsOwner = false }: PublicationsProps) {
  const { rows, newer, older } = publications;
  const at = (cursor: string) => listHref(path, { cursor });
  return (
    <PageSection id="publications" title="Your publications">
      <DataList
        caption="Your publications, newest first"
        rows={rows}
        rowKey={({ id }) => id}
        empty={
          <p className="p-4 text-muted text-sm md:px-6">No publications yet. Register each one through the API.</p>
        }
        columns={[
          ...COLUMNS,
          {
            header: "Status",
            cell: (row) => (
              <Status publication={row}>
                {remove ? (
                  <RemovePublication publication={row} tellsOwner={tellsOwner} action={remove.bind(null, row.id)} />
                ) : null}
              </Status>
            ),
          },
        ]}
      />
      <Pager newer={newer && at(newer)} older={older && at(older)} name="Pages of your publications" />
    </PageSection>
  );
}

const COLUMNS: Column<OwnPublication>[] = [
  {
    header: "URL",
    primary: true,
    cell: ({ contentUrl }) => (
      <TextLink href={contentUrl} external className="break-all">
        {contentUrl}
      </TextLink>
    ),
  },
  { header: "Published", cell: ({ publishedAt }) => <Time at={publishedAt} /> },
];

type StatusProps = { publication: OwnPublication; children: ReactNode };

// The button is below the status, because another column wouldn't fit beside the scene's facts.
const Status = ({ publication: { removedAt, removalReason }, children }: StatusProps) =>
  removedAt ? (
    <span className="flex flex-col items-start gap-1">
      <StatusBadge ended>Removed</StatusBadge>
      <Time at={removedAt} className="text-muted text-xs" />
      <span className="wrap-anywhere text-muted text-xs">{removalReason}</span>
    </span>
  ) : (
    <div className="flex flex-col items-start gap-2">
      <StatusBadge tone="done">Published</StatusBadge>
      {children}
    </div>
  );

type RemovePublicationProps = {
  publication: OwnPublication;
  tellsOwner: boolean;
  action: (form: FormData) => Promise<ActionResult>;
};

/** Records that a publication was taken down, after explaining what that does. */
function RemovePublication({ publication: { contentUrl }, tellsOwner, action }: RemovePublicationProps) {
  return (
    <ConfirmAction
      trigger={<RowButton verb="Remove" about={contentUrl} icon={<Trash2 aria-hidden />} />}
      title="Remove this publication?"
      confirmLabel="Remove publication"
      dismissLabel="Keep publication"
      success="Publication removed."
      action={action}
    >
      <RemovalConsequences contentUrl={contentUrl} tellsOwner={tellsOwner} />
      <Field name="reason" label="Reason" hint="The uploader and the performers see it. Up to 500 characters." optional>
        <Textarea rows={2} maxLength={500} />
      </Field>
    </ConfirmAction>
  );
}

export function RemovalConsequences({ contentUrl, tellsOwner }: { contentUrl: string; tellsOwner: boolean }) {
  return (
    <>
      <p className="break-all font-mono text-xs">{contentUrl}</p>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>We record when and why you took it down, and keep that as long as the scene.</li>
        <li>The uploader and the performers see your reason.</li>
        <li>You can’t register this URL again.</li>
        {tellsOwner ? <li>The platform that created the scene gets your reason, but not the URL.</li> : null}
        <li>Your platform doesn’t change. Take the content down there too.</li>
      </ul>
      <p className="font-medium">This can’t be undone.</p>
    </>
  );
}

/** A greenlit scene's id, which lets other platforms extend it, and what sharing it allows. */
export function PassOn({ scene: { id, extendedTo } }: { scene: Pick<SceneView, "id" | "extendedTo"> }) {
  return (
    <SectionCard
      id="pass-on"
      title="Share with other platforms"
      description="Give this scene’s id to a platform that should publish it too."
      body="flex flex-col gap-4 text-sm"
    >
      <KeyValue
        narrow
        items={[
          { label: "Scene id", value: <CopyId value={id} label="scene id to share" /> },
          {
            label: "Extended to",
            value: extendedTo > 0 ? counted(extendedTo, "other platform") : "No other platform",
          },
        ]}
      />
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>Any platform that has the id can extend the scene for {moneyText(EXTENSION_FEE_CENTS)} and publish it.</li>
        <li>It sees how many performers consented. It doesn’t see who they are, your title or your URLs.</li>
        <li>You get an event when it publishes or removes the scene.</li>
        <li>You can’t withdraw it.</li>
      </ul>
    </SectionCard>
  );
}
