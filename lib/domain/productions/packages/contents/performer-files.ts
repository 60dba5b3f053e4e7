import { documentLabels, type PhotoKind, readPhoto } from "@/lib/domain/identity";
import { ageOn } from "@/lib/domain/identity/id-facts";
import { signsAs } from "@/lib/domain/identity/names";
import { readReleaseCopy } from "@/lib/domain/scenes";
import { type BagFile, bytesFile, textFile } from "@/lib/platform/bag";
import { SealBroken } from "@/lib/platform/crypto";
import { NotFound, Unavailable } from "@/lib/platform/errors";
import { ObjectMissing } from "@/lib/platform/storage/object-storage";
import { MissingRecord, UnreadableRecord } from "../finish-seal";
import { idCopies, type PackagedPerformer, type PackagedScene, PHOTO_FILES, verifiedText } from "./package-facts";
import { attestationRecord, dayText, fields, utcText } from "./text";

/** The folder of a performer, below `data/`. */
export const folderOf = ({ folder }: Pick<PackagedPerformer, "folder">): string => `performers/${folder}`;

/** The file of a performer's nth scene: their signed release or, for its uploader, their statement; null for a scene without either. */
const sceneFile = ({ performerId, statement }: PackagedScene, n: number): string | null => {
  if (performerId) return `release-${n + 1}.pdf`;
  return statement && `uploader-statement-${n + 1}.txt`;
};

/** Everything kept about one performer: their ID, each release that they signed, and what they stated as an uploader. */
export function performerFiles(performer: PackagedPerformer): BagFile[] {
  const folder = folderOf(performer);
  return [
    textFile(`${folder}/identity.txt`, () => identityText(performer)),
    ...performer.id.photos.map(({ kind }) =>
      bytesFile(`${folder}/${PHOTO_FILES[kind]}`, () => openPhoto(performer, kind)),
    ),
    ...performer.scenes.flatMap((scene, n) => sceneFiles(performer, scene, n)),
  ];
}

function sceneFiles(performer: PackagedPerformer, scene: PackagedScene, n: number): BagFile[] {
  const { performerId, statement } = scene;
  const path = `${folderOf(performer)}/${sceneFile(scene, n)}`;
  if (performerId) return [bytesFile(path, () => openRelease(performer.email, performerId))];
  if (!statement) return [];
  return [
    textFile(path, () => statement.text),
    textFile(path.replace(/\.txt$/, "-record.txt"), () =>
      attestationRecord(statement, [["Statement", `uploader-statement-${n + 1}.txt`]]),
    ),
  ];
}

async function openPhoto({ id, userId, email }: PackagedPerformer, kind: PhotoKind): Promise<Buffer> {
  try {
    return (await readPhoto({ checkId: id.checkId, userId, kind })).jpeg;
  } catch (error) {
    if (error instanceof SealBroken) throw new UnreadableRecord("ID", email, error);
    if (error instanceof ObjectMissing || error instanceof NotFound) throw new MissingRecord("stored ID", email);
    throw error;
  }
}

async function openRelease(email: string, performerId: string): Promise<Buffer> {
  try {
    return (await readReleaseCopy(performerId)).pdf;
  } catch (error) {
    if (error instanceof NotFound || error instanceof Unavailable) throw new MissingRecord("signed release", email);
    throw error;
  }
}

function identityText(performer: PackagedPerformer): string {
  const { legalName, otherNames, email, id, scenes } = performer;
  const { birthDate } = id;
  return fields([
    ["Legal name", legalName],
    ["Other names", otherNames.join("; ") || "None stated"],
    ["Date of birth", birthDate ? dayText(birthDate) : "Not recorded"],
    ["Email address", email],
    ["ID", id.type ? documentLabels[id.type] : "Kind not recorded"],
    ["Issued by (country code)", id.country ?? "Not recorded"],
    ["Number", id.number ?? "Not recorded"],
    ["Expires", id.expiry ? dayText(id.expiry) : "Not recorded"],
    ["Verified at", utcText(id.verifiedAt)],
    ["Verified how", verifiedText(id)],
    ["Record of the ID check", id.checkId],
    ["Copies of the ID", idCopies(id)],
    ...id.photos.map(({ kind, sha256 }) => [PHOTO_FILES[kind], `SHA-256 ${sha256}`] as const),
    ...scenes.map((scene, n) => [`Scene ${n + 1}`, sceneText(performer, scene, n)] as const),
  ]);
}

function sceneText({ legalName, otherNames, id }: PackagedPerformer, scene: PackagedScene, n: number): string {
  const { birthDate } = id;
  const role = scene.performerId ? "performer" : "uploader";
  const age = birthDate ? `age ${ageOn(birthDate, scene.date)}` : "age not recorded";
  const { signedName } = scene;
  const isOther = signedName !== null && !signsAs(signedName, [legalName, ...otherNames]);
  const signed = isOther ? [`signed as “${signedName}”, which is none of these names`] : [];
  return [`“${scene.title}”`, dayText(scene.date), role, age, sceneFile(scene, n) ?? "no statement", ...signed].join(
    ", ",
  );
}
