import { PICTURES } from "@/components/api/reference/article";
import { moneyText } from "@/components/ui/format";
import { ONBOARDING_FEE_CENTS, SCENE_FEE_CENTS } from "@/lib/domain/billing/scene-fees/labels";
import type { Guide } from "./context";

/** The formula means the same in JavaScript, where a test hashes its picture. */
export const PDQ_IN_PYTHON = `# pip install numpy pillow pdqhash
import numpy
import pdqhash
from PIL import Image

def pdq(picture):
    bits, quality = pdqhash.compute(numpy.array(picture.convert("RGB")))
    return numpy.packbits(bits).tobytes().hex(), quality

print(pdq(Image.open("picture.jpg")))

# The test picture: 128 by 128 pixels in gray.
y, x = numpy.mgrid[0:128, 0:128]
gray = (x * x + x * y + 2 * y * y) >> 5 & 255
print(pdq(Image.fromarray(gray.astype("uint8"))))
# 92c0b51faa70248f6d386940eacf4a9e5bb05522db67556edb6e5548db48d748, quality 100
`;

/** Content with several people: consent, greenlight, other platforms. */
export const scenesAndConsent: Guide = {
  slug: "scenes-and-consent",
  chapter: "Guides",
  title: "Scenes and consent",
  summary: "Collect every performer’s release, and publish when all have signed.",
  write: ({ call, answer, event }) => ({
    lead: "A scene has an uploader and up to ten other performers. Each signs a release and has a verified ID. Publish only when the scene is `greenlit`.",
    parts: [
      {
        id: "create",
        title: "Create the scene",
        blocks: [
          "Name the uploader by exactly one identifier, and each performer by email. Take `uploaderAttestation` from a real click on your page: the text they confirmed, word for word, with the time, the address and the browser.",
          "If you have no page for that, let [our page](/docs/hosted-attestation) ask instead.",
          {
            warning: `Every call creates a scene, emails its performers and costs ${moneyText(SCENE_FEE_CENTS)}, plus ${moneyText(ONBOARDING_FEE_CENTS)} for each performer without an active account. After a timeout, look for \`collab_scene.created\` before you call again.`,
          },
          "A failed charge doesn’t stop the scene. `fees.chargeError` says what happened.",
        ],
        code: [call("createCollabScene"), answer("createCollabScene")],
      },
      {
        id: "sign",
        title: "Performers sign",
        blocks: [
          "Each performer gets an email with a link, and opens the release with a code from the same mailbox. Performers without a verified ID show one on the same pages. We remind those who haven’t finished once, after 7 days.",
          "You see `pending_consent`, `consented` or `refused`, and nothing else: not whether they had an account, and not why an ID was rejected.",
          { picture: PICTURES.consent },
        ],
        code: [event("collab_scene.performer_consented"), call("readCollabScene")],
      },
      {
        id: "publish",
        title: "Publish on greenlight",
        blocks: [
          "`collab_scene.greenlit` is the permission to publish. `collab_scene.created` is not.",
          {
            table: {
              caption: "How a scene ends",
              columns: ["Status", "Why", "What you do"],
              rows: [
                ["`greenlit`", "Everyone consented.", "Publish."],
                [
                  "`blocked`",
                  "A performer refused, or 14 days passed.",
                  "Don’t publish. A new scene needs new consent.",
                ],
                ["`cancelled`", "You canceled it. Nothing is refunded.", "Don’t publish."],
              ],
            },
          },
          "Each final status stays. Register where you published it, so that we can find it if a removal is requested.",
        ],
        code: [event("collab_scene.greenlit"), call("registerPublication"), answer("registerPublication")],
      },
      {
        id: "consents",
        title: "Say what the scene needs",
        blocks: [
          "Performers are asked for each consent separately: depiction, distribution, download, resale, and each kind of act you declare. Send `requiredConsents` when you create the scene: `uses` you need beside distribution, and `acts` in a few plain words each. The portal’s forms ask for them too.",
          "Greenlit permits exactly what the scene needs. Without the field, that is depiction and distribution: don’t offer downloads or sell the scene.",
          "If a performer leaves out something you need, they stay `pending_consent` and the scene is blocked after 14 days. You don’t learn what they left out.",
          "A performer can withdraw distribution later. You hear of it as a takedown once a custodian confirms it.",
        ],
        code: [],
      },
      {
        id: "syndicate",
        title: "Publish another platform’s scene",
        blocks: [
          "The id of a greenlit scene is the permission to extend it to you. Get it from the platform that created it, extend once, then register your publication.",
          "You see counts and your own publications: no performers, fees or other platforms’ URLs.",
          "Registering without extending answers [`extension_required`](/docs/errors/extension_required).",
        ],
        code: [call("extendCollabScene"), answer("extendCollabScene")],
      },
      {
        id: "jobs",
        title: "Only performers, no uploader",
        blocks: [
          "A verification job collects releases and IDs for content of yours that has no uploader, such as a studio’s. It is idempotent by your own `id`, and sends `performer.forms_signed` and `performer.id_verified` for each performer.",
        ],
        code: [call("startVerificationJob"), event("performer.forms_signed")],
      },
    ],
  }),
};

/** Removal requests and their deadlines. */
export const takedowns: Guide = {
  slug: "takedowns",
  chapter: "Guides",
  title: "Takedowns",
  summary: "What to remove on a request, and by when.",
  write: ({ call, event }) => ({
    lead: "Anyone who appears in content can ask us for its removal. You learn what to take down and by when, never who asked.",
    parts: [
      {
        id: "events",
        title: "Three events",
        blocks: [
          {
            table: {
              caption: "Events of a removal request",
              columns: ["Event", "Sent when", "What you do"],
              rows: [
                [
                  "`content_log.deleted` with `reason: removal_request`",
                  "A custodian confirmed the request.",
                  "Pull the content. It is already marked as removed with us.",
                ],
                [
                  "`production.takedown_requested`",
                  "Somebody filed a request about a production of yours.",
                  "Take it down by `removalDeadline`, and mark it as done in the portal.",
                ],
                [
                  "`collab_scene.takedown_requested`",
                  "A custodian confirmed it for your publication.",
                  "Take it down, and remove the publication.",
                ],
              ],
            },
          },
          "A `content_log.deleted` without `reason` only reports your own call.",
        ],
        code: [event("content_log.deleted"), event("production.takedown_requested")],
      },
      {
        id: "deadline",
        title: "The deadline",
        blocks: [
          "Obey `removalDeadline`, and compute none yourself: it counts from `requestedAt` and depends on `legalBasis`.",
          {
            table: {
              caption: "Time by legal basis",
              columns: ["legalBasis", "Time"],
              rows: [
                ["`NCII_TAKE_IT_DOWN`", "48 hours"],
                ["`NCII_STATE`", "72 hours"],
                ["`AN_5196_APPEAL`, `DMCA`, `OTHER`", "7 business days, in New York"],
              ],
            },
          },
          "The portal shows a clock for each takedown. We email owners and admins when it starts, at half time, and 6 hours before its end.",
        ],
      },
      {
        id: "done",
        title: "Stop the clock",
        blocks: [
          {
            list: [
              "A depiction: delete the content. The answer is `deleted: false`, because it was removed before, and the clock stops.",
              "A publication: remove it.",
              "A production: mark it as taken down under [Takedowns](/portal/takedowns).",
            ],
          },
          "`performerEmailHash` is the SHA-256 of the claimant’s trimmed, lower-case address. It helps you find content; a miss doesn’t make the request invalid.",
        ],
        code: [call("removePublication"), call("deleteContent")],
      },
      {
        id: "before",
        title: "Before you publish",
        blocks: [
          "Ask whether a removal was confirmed of a file, of a picture that looks the same or at a URL, on any platform. Publish only what isn’t `blocked`. We say nothing else: not who asked, and not where it was.",
          "For pictures, send the PDQ hash too: it also finds copies that were scaled, recompressed or mirrored. Look at those before you refuse them, because another picture may look the same to the hash.",
          "PDQ is the picture hash of [facebook/ThreatExchange](https://github.com/facebook/ThreatExchange/tree/main/pdq), which explains it and has it in C++, Java, PHP and WebAssembly. For Python, install [`pdqhash`](https://pypi.org/project/pdqhash/).",
          "Each hash comes with a quality from 0 to 100. Below 50, there is too little to see, such as a plain color: don’t send that hash, because it matches other pictures.",
          "To test your code, hash the picture that this program draws. A correct PDQ gives the same 64 characters.",
          "If you log content that was removed before, `content_log.removal_matched` tells you within seconds.",
        ],
        code: [
          call("checkContent"),
          { label: "pdq.py", language: "python", code: PDQ_IN_PYTHON },
          event("content_log.removal_matched"),
        ],
      },
      {
        id: "measure",
        title: "Measure your team",
        blocks: [
          "A [deadline rehearsal](/portal/takedowns/rehearsals) sends your team a made-up takedown, with its event and its emails, and shows when it was opened and taken down. No record or report includes it.",
          {
            list: [
              "The [monthly report](/portal/takedowns/reports) has your takedowns by legal basis, with median and longest times.",
              "For your acquirer: the complaints of a month, one for each record, and how many you resolved within seven business days, as PDF or CSV.",
              "For the DSA Transparency Database: a month’s statements of reasons, in its format. Check them before you send them; they are your statements. `automated_detection` is always `No`: a custodian decided about each, and we don’t tell whether we found a copy.",
            ],
          },
        ],
        code: [],
      },
    ],
  }),
};
