import { Callout } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import { changesDone } from "@/lib/domain/roster/labels";
import type { ChangeState } from "@/lib/domain/roster/schemas";
import { changeHref, changeInWords } from "./change-words";
import { creatorsText } from "./creators-text";

/** Says that many creators are being changed at this moment. */
export function ChangeUnderWay({ state }: { state: ChangeState }) {
  return (
    <Callout
      tone="accent"
      title={`${changeInWords(state)} ${creatorsText(state.total)}`}
      actions={
        <ButtonLink size="sm" href={changeHref(state)}>
          Follow it
        </ButtonLink>
      }
    >
      {changesDone(state).toLocaleString("en")} are behind it. It goes on by itself.
    </Callout>
  );
}
