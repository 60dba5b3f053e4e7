import { type Column, DataList } from "@/components/lists/data-list";
import { listHref } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult } from "@/components/ui/form";
import { shortTitle } from "@/components/ui/format";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { RowButton } from "@/components/ui/row-button";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import type { DepictionOfProduction, LinkedProduction } from "@/lib/domain/productions";
import type { Page } from "@/lib/platform/keyset";
import { addDepictionsHref, productionHref } from "./production-address";

type ProductionDepictionsProps = {
  production: Pick<LinkedProduction, "id" | "depictionCount">;
  depictions: Page<DepictionOfProduction>;
  mayAdd: boolean;
  /** Removes one; null for who may not. */
  remove: ((depictionId: string) => Promise<ActionResult>) | null;
};

/** The published files of a production. */
export function ProductionDepictions({ production, depictions, mayAdd, remove }: ProductionDepictionsProps) {
  const { rows, newer, older } = depictions;
  const at = (cursor: string) => listHref(productionHref(production), { cursor });
  return (
    <Section
      id="depictions"
      title={
        <>
          Depictions
          <span className="font-normal text-muted tabular-nums"> {production.depictionCount.toLocaleString("en")}</span>
        </>
      }
      actions={
        mayAdd ? (
          <ButtonLink size="sm" href={addDepictionsHref(production)}>
            Add depictions
          </ButtonLink>
        ) : null
      }
    >
      <DataList
        caption="Depictions, newest first"
        rows={rows}
        rowKey={({ id }) => id}
        empty={<p className="p-4 text-muted text-sm md:px-6">None yet. Each published file or URL is one depiction.</p>}
        columns={[
          ADDRESS,
          {
            id: "produced",
            header: "Produced",
            align: "end",
            cell: (row) => (
              <span className="flex flex-wrap items-center gap-3 md:justify-end">
                <Time at={row.producedOn} as="date" />
                {remove && row.isRemovable ? (
                  <RemoveDepiction depiction={row} action={remove.bind(null, row.id)} />
                ) : null}
              </span>
            ),
          },
        ]}
      />
      <Pager newer={newer && at(newer)} older={older && at(older)} name="Pages of depictions" />
    </Section>
  );
}

const ADDRESS: Column<DepictionOfProduction> = {
  id: "url",
  header: "URL",
  primary: true,
  cell: ({ url, title }) => (
    <span className="flex flex-col gap-1">
      {title ? <span className="wrap-anywhere">{title}</span> : null}
      <TextLink href={url} external className="break-all font-normal text-sm">
        {url}
      </TextLink>
    </span>
  ),
};

type RemoveDepictionProps = { depiction: DepictionOfProduction; action: () => Promise<ActionResult> };

function RemoveDepiction({ depiction: { url, title }, action }: RemoveDepictionProps) {
  const name = shortTitle(title ?? url);
  return (
    <ConfirmAction
      trigger={<RowButton verb="Remove" about={name} />}
      title={`Remove “${name}”?`}
      confirmLabel="Remove depiction"
      dismissLabel="Keep depiction"
      action={action}
      success="Depiction removed."
    >
      <p>It leaves the production. Your content log keeps the record, so you can add it again.</p>
    </ConfirmAction>
  );
}
