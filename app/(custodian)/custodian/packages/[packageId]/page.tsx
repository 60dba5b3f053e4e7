import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { ReservedPage } from "@/components/custody/record-link";
import { ConfirmPackage, ScopeList, ScopePicker } from "@/components/examinations/desk";
import { OpensFigures } from "@/components/examinations/overview";
import { PackageBadge, PackageState } from "@/components/examinations/packages";
import { readListAddress, type SearchParams } from "@/components/lists/list-address";
import { ActionForm } from "@/components/ui/action-form";
import { Callout } from "@/components/ui/callout";
import { FactsCard, SectionCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { counted, dateText } from "@/components/ui/format";
import { History } from "@/components/ui/history";
import { TextLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import { PROFILE_LABELS } from "@/lib/domain/examinations/labels";
import { findForPackage, viewPackage } from "@/lib/domain/examinations/packages";
import { DAY_MS } from "@/lib/platform/duration";
import { nullIfReserved } from "../../null-if-reserved";
import { confirmPackageAction, packageScopeAction, remakePackageAction } from "../actions";

export const metadata: Metadata = { title: "Package" };

const BACK = { href: "/custodian/packages", label: "Packages" };

type Props = { params: Promise<{ packageId: string }>; searchParams: SearchParams };

/** One package: who asked, what it has, and its file. */
export default async function PackagePage({ params, searchParams }: Props) {
  const ctx = await requireCustodian();
  const { packageId } = await params;
  const viewed = await viewPackage(ctx, packageId).catch(nullIfReserved(ctx));
  if (viewed === null) return <ReservedPage title="Package" back={BACK} />;
  const { id, status, examinationId, scope, opens, history, profile, producedFrom, producedUntil } = viewed;
  const { q = "" } = readListAddress(await searchParams, ["q"]);
  const isToConfirm = status === "entered" && !examinationId;
  const picks = isToConfirm && viewed.isOwn;
  const found = picks && q ? await findForPackage(ctx, { packageId: id, text: q }) : null;
  const path = `/custodian/packages/${id}`;
  const dayOf = (date: Date) => dateText(date.getTime());
  return (
    <>
      <PageHeader
        title={viewed.requester}
        back={BACK}
        meta={<PackageBadge status={status} />}
        description={PROFILE_LABELS[profile].sees}
      />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-6">
          {isToConfirm ? (
            <ConfirmPackage pack={viewed} confirm={confirmPackageAction.bind(null, id, viewed.picked)} />
          ) : null}
          <SectionCard id="file" title="Package" body="flex flex-col items-start gap-3">
            {viewed.isOver && status === "ready" ? (
              <p className="text-muted">Its examination is over. The file is deleted within minutes.</p>
            ) : viewed.isClosed ? (
              <Callout tone="waiting" title="A record was removed">
                This package contains its copy and can no longer be downloaded.{" "}
                {examinationId ? "Make another on the examination’s page." : "Enter the request again."}
              </Callout>
            ) : (
              <PackageState pack={viewed} path={path} />
            )}
            {status === "failed" ? (
              <ActionForm label="Make the package" action={remakePackageAction.bind(null, id)} />
            ) : null}
          </SectionCard>
          <SectionCard id="opens" title="What is in it">
            {viewed.isNarrowed && viewed.recordCount !== null ? (
              <p>
                {counted(viewed.recordCount, "record")}, from the scope before the examination was narrowed. The
                examiner can’t download this package any more.
              </p>
            ) : (
              <OpensFigures opens={opens} />
            )}
          </SectionCard>
          {examinationId ? null : (
            <SectionCard id="scope" title="Scope" body="flex flex-col gap-6">
              <ScopeList
                scope={scope}
                remove={
                  picks ? ({ kind, itemId }) => packageScopeAction.bind(null, id, kind, itemId, "out") : undefined
                }
              />
              {picks ? (
                <ScopePicker
                  text={q}
                  found={found}
                  path={path}
                  isIn={(item) => scope.some(({ kind, itemId }) => kind === item.kind && itemId === item.itemId)}
                  add={({ kind, itemId }) => packageScopeAction.bind(null, id, kind, itemId, "in")}
                />
              ) : null}
            </SectionCard>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <FactsCard
            id="facts"
            title="Request"
            narrow
            items={[
              { label: "Profile", value: PROFILE_LABELS[profile].label },
              { label: "Authority", value: viewed.authority },
              { label: "Reason", value: viewed.reason },
              producedFrom && { label: "Produced from", value: dayOf(producedFrom) },
              producedUntil && {
                label: "Produced until",
                value: dayOf(new Date(producedUntil.getTime() - DAY_MS)),
              },
              viewed.toldAfter && {
                label: "People told",
                value: `From ${dayOf(viewed.toldAfter)}. ${viewed.delayReason}`,
              },
              examinationId && {
                label: "Examination",
                value: <TextLink href={`/custodian/examinations/${examinationId}`}>Open</TextLink>,
              },
              {
                label: "Entered by",
                value: (
                  <>
                    {viewed.enteredBy ?? "The examiner"} <Time at={viewed.enteredAt} />
                  </>
                ),
              },
              viewed.confirmedAt && {
                label: "Confirmed by",
                value: (
                  <>
                    {viewed.confirmedBy} <Time at={viewed.confirmedAt} />
                  </>
                ),
              },
              { label: "Package id", value: <CopyId value={id} label="package id" short /> },
            ]}
          />
          <History lines={history.rows} total={history.total} />
        </div>
      </div>
    </>
  );
}
