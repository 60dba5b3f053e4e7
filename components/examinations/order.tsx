import { Callout } from "@/components/ui/callout";
import { KeyValue, SectionCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { Field, Input } from "@/components/ui/field";
import { SubmitButton } from "@/components/ui/form";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { ViewedExamination } from "@/lib/domain/examinations";
import { ORDER_BYTES_MOST, ORDER_TYPES } from "@/lib/domain/examinations/labels";

const MEGABYTES = ORDER_BYTES_MOST / 2 ** 20;
const ACCEPTED = `A PDF, JPEG or PNG file of up to ${MEGABYTES} MB.`;

/** Why an order wasn't kept, by the word in the page's address. */
export const ORDER_PROBLEMS: Readonly<Record<string, string>> = {
  empty: "Choose the file first.",
  not_accepted: `Choose another file. ${ACCEPTED}`,
  interrupted: "The upload was interrupted. Send the file again.",
  too_slow: "The upload took too long. Check your connection, then send the file again.",
  too_often: "You sent many files. Try again in 15 minutes.",
  order_kept: "It already has an order. Withdraw it and enter another examination to replace the file.",
  not_yours: "Only the custodian who entered it adds the order.",
  no_order: "Only a court’s examination has an order.",
  examination_confirmed: "It is confirmed, so the order can’t change.",
};

type OrderCardProps = Pick<ViewedExamination, "order"> & {
  path: string;
  /** Whether this custodian can add the file now. */
  canAdd: boolean;
  problem: string | undefined;
};

/** The order of a court examination. A plain form, so that it works without scripts. */
export const OrderCard = ({ order, path, canAdd, problem }: OrderCardProps) => (
  <SectionCard
    id="order"
    title="Court order"
    description={order ? undefined : "Another custodian can confirm once the order is here."}
    body="flex flex-col gap-4"
  >
    {problem ? <Callout tone="harm" title={problem} live /> : null}
    {order ? (
      <>
        <KeyValue
          narrow
          items={[
            {
              label: "File",
              value: `${ORDER_TYPES.find(({ type }) => type === order.type)?.label}, ${order.bytes.toLocaleString("en-US")} bytes`,
            },
            { label: "Added", value: <Time at={order.addedAt} as="datetime" /> },
            { label: "SHA-256", value: <CopyId value={order.sha256} label="hash of the order" short /> },
          ]}
        />
        <ButtonLink href={`${path}/order`} external className="self-start">
          Download order
        </ButtonLink>
      </>
    ) : canAdd ? (
      <form action={`${path}/order`} method="post" encType="multipart/form-data" className="flex flex-col gap-4">
        <Field name="order" label="File" hint={`${ACCEPTED} You can’t replace it.`}>
          <Input type="file" accept={ORDER_TYPES.map(({ type }) => type).join(",")} required />
        </Field>
        <SubmitButton className="self-start">Add order</SubmitButton>
      </form>
    ) : (
      <p className="text-muted">No order yet.</p>
    )}
  </SectionCard>
);
