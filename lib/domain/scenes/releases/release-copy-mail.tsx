import { z } from "zod";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { defineMail } from "@/lib/platform/mail/template";
import { sceneName } from "../mails/mails";

const props = z.object({
  url: z.url(),
  partnerName: z.string(),
  /** As the platform sent it. Absent in mails that an earlier version queued. */
  title: z.string().default(""),
});

/**
 * Tells a performer that their signed copy is ready, naming the scene as the invitation did. It has a link and no attachment:
 * mail isn't private, and the copy names the person and where they signed. The page asks for a button before it shows anything.
 */
export const releaseCopyMail = defineMail("release_copy", props, ({ url, partnerName, title }) => ({
  subject: `Your signed release for ${sceneName(title)} on ${partnerName}`,
  preview: "Your copy is ready to download.",
  heading: "Your copy of the release you signed",
  body: (
    <>
      <p>
        You signed a release for <strong>{sceneName(title)}</strong> on <strong>{partnerName}</strong>. Your copy is
        ready: a signed PDF with the exact text and a certificate that says when and how you signed.
      </p>
      <p>
        It isn’t attached, because email isn’t private. Open it with the button, and save it where only you can read it.
        The link keeps working as long as we keep the record.
      </p>
    </>
  ),
  action: { label: "Open my copy", url },
  why: `You get this because somebody with access to this mailbox signed a release that ${SERVICE_NAME} keeps.`,
  stop: "We send this once. If you didn’t sign, open the link and write to the custodian of records named below.",
}));
