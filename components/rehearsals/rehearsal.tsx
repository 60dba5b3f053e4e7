import { DeliveryStatus } from "@/components/events/webhooks/delivery-columns";
import { receiverText } from "@/components/events/webhooks/texts";
import { type Column, DataList } from "@/components/lists/data-list";
import { EVENTS_PATH } from "@/components/shell/addresses";
import { ActionForm } from "@/components/ui/action-form";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/callout";
import { Card, CardBody, CardHeader, FactsCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import type { FormState } from "@/components/ui/form";
import { TextLink } from "@/components/ui/link";
import { PageSection } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { PortalReceiver } from "@/lib/domain/events/delivery-schemas";
import type { ShownRehearsal } from "@/lib/domain/rehearsals";
import { GROUPS, type StepName } from "@/lib/domain/rehearsals/labels";

type Take = (step: StepName, state: FormState, form: FormData) => Promise<FormState>;

/** The steps, by what they happen to. Each keeps its place, so that a double click can't press another step. */
export function RehearsalSteps({ rehearsal, take }: { rehearsal: ShownRehearsal; take: Take }) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {GROUPS.map(({ title, steps }) => {
        const mayPress = (name: StepName) => rehearsal.available.includes(name);
        const id = `of-${title.toLowerCase()}`;
        return (
          <Card key={title} as="section" aria-labelledby={id} className="flex flex-col">
            <CardHeader id={id} title={title} actions={<StateOf title={title} rehearsal={rehearsal} />} />
            <CardBody className="flex flex-col gap-4">
              {steps.map(({ name, label, what }) => (
                <div key={name} className="flex flex-wrap items-start gap-x-4 gap-y-2">
                  <ActionForm
                    action={take.bind(null, name)}
                    label={label}
                    pendingLabel="Sending…"
                    size="sm"
                    disabled={!mayPress(name)}
                  />
                  <code className="py-1.5 font-mono text-muted text-xs">{what}</code>
                </div>
              ))}
              {steps.some(({ name }) => mayPress(name)) ? null : <p className="text-muted text-sm">{WAITS[title]}</p>}
            </CardBody>
          </Card>
        );
      })}
    </div>
  );
}

type Title = (typeof GROUPS)[number]["title"];

const WAITS: Record<Title, string | null> = {
  Creator: null,
  Content: "Needs an active creator.",
  Scene: "Needs an active creator.",
  Production: "Its deadline runs. No event is sent when a removal deadline ends.",
};

const STATES: Record<string, { label: string; tone: Tone }> = {
  pending: { label: "Pending", tone: "waiting" },
  active: { label: "Active", tone: "done" },
  suspended: { label: "Suspended", tone: "harm" },
  logged: { label: "Copy pending", tone: "waiting" },
  stored: { label: "Copy stored", tone: "done" },
  removed: { label: "Removed", tone: "harm" },
  greenlit: { label: "Greenlit", tone: "done" },
  blocked: { label: "Blocked", tone: "harm" },
};

function StateOf({ title, rehearsal }: { title: Title; rehearsal: ShownRehearsal }) {
  const { account, content, scene, clockAt, removalDeadline } = rehearsal;
  if (title === "Production") return removalDeadline ? <Deadline at={removalDeadline} /> : null;
  if (title === "Scene" && clockAt) return <Deadline at={clockAt} />;
  const state = STATES[{ Creator: account, Content: content, Scene: scene }[title]];
  return state ? <StatusBadge tone={state.tone}>{state.label}</StatusBadge> : null;
}

const Deadline = ({ at }: { at: Date }) => (
  <span className="text-sm text-waiting">
    Ends <Time at={at} />
  </span>
);

type Sent = ShownRehearsal["sent"][number];

const columns = (hasEndpoint: boolean): readonly Column<Sent>[] => [
  {
    header: "Event",
    primary: true,
    cell: ({ type }) => <span className="break-words font-mono text-xs">{type}</span>,
  },
  {
    header: "Delivery",
    cell: ({ deliveries: [delivery] }) =>
      delivery ? (
        <TextLink href={`/portal/webhooks/deliveries/${delivery.id}`}>
          <DeliveryStatus {...delivery} />
        </TextLink>
      ) : (
        <span className="text-muted text-xs">{hasEndpoint ? "Not sent: paused or not subscribed" : "In the feed"}</span>
      ),
  },
  { header: "Time", align: "end", cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** What the steps sent, newest first. */
export const SentEvents = ({ events, hasEndpoint }: { events: readonly Sent[]; hasEndpoint: boolean }) => (
  <PageSection id="sent" title="Events">
    <DataList
      caption="Events of this rehearsal, newest first"
      rows={events}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `${EVENTS_PATH}/${id}`}
      columns={columns(hasEndpoint)}
      empty={<EmptyState title="No events yet">Press a step. What it sends appears here.</EmptyState>}
    />
  </PageSection>
);

type FactsProps = { rehearsal: ShownRehearsal; receiver: PortalReceiver | undefined };

/** The ids that its events name, and where they go. */
export const RehearsalFacts = ({ rehearsal, receiver }: FactsProps) => (
  <FactsCard
    id="ids"
    title="Ids"
    description="Its events name these. The API answers 404 for them."
    items={[
      { label: "accountId", value: <CopyId value={rehearsal.accountId} label="account id" /> },
      { label: "externalUserId", value: <CopyId value={rehearsal.externalUserId} label="your id" /> },
      rehearsal.depictionId && {
        label: "depictionId",
        value: <CopyId value={rehearsal.depictionId} label="depiction id" />,
      },
      rehearsal.sceneId && { label: "sceneId", value: <CopyId value={rehearsal.sceneId} label="scene id" /> },
      { label: "productionId", value: <CopyId value={rehearsal.productionId} label="production id" /> },
      { label: "Events go to", value: receiver ? receiverText(receiver) : "Only the event feed" },
    ]}
  />
);
