import { z } from "zod";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { defineMail } from "@/lib/platform/mail/template";

/**
 * Tells a performer that their signed copy is ready. It has a link and no attachment: mail isn't private, and the copy names the
 * scene, the person and where they signed. The page asks for a button before it shows anything.
 */
export const releaseCopyMail = defineMail(
  "release_copy",
  z.object({ url: z.url(), partnerName: z.string() }),
  (props) => ({
    subject: "Your signed release",
    preview: "Your copy is ready to download.",
    heading: "Your copy of the release you signed",
    body: (
      <>
        <p>
          You signed a release for a scene on <strong>{props.partnerName}</strong>. Your copy is ready: a signed PDF
          with the exact text and a certificate that says when and how you signed.
        </p>
        <p>
          It isn’t attached, because email isn’t private. Open it with the button, and save it where only you can read
          it. The link keeps working as long as we keep the record.
        </p>
      </>
    ),
    action: { label: "Open my copy", url: props.url },
    why: `You get this because somebody with access to this mailbox signed a release that ${SERVICE_NAME} keeps.`,
    stop: "We send this once. If you didn’t sign, open the link and write to the custodian of records named below.",
  }),
);
