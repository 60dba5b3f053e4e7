import { z } from "zod";
import { respond } from "@/lib/api/declaration";
import { endpoint } from "@/lib/api/endpoint";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { dateTimeIn, emailAddress } from "@/lib/platform/wire";

const Parcel = z.object({
  parcelId: z.string(),
  title: z.string(),
  sender: z.string(),
  sentAt: z.string().nullable(),
  note: z.string().optional(),
});

/** An endpoint that uses every feature of the kernel. Its title chooses what happens. */
export const createParcel = endpoint({
  operationId: "createParcel",
  tag: "Content",
  summary: "Send a parcel",
  params: z.object({ shelfId: z.string() }),
  query: z.object({ copies: z.coerce.number().int().min(1).optional() }),
  body: z.object({
    title: z.string().min(1).max(10),
    sender: emailAddress,
    stamps: z
      .array(z.object({ cents: z.number().int().positive() }))
      .min(1)
      .max(3)
      .optional(),
    sentAt: dateTimeIn.optional(),
    note: z.string().optional(),
  }),
  responses: { 200: Parcel, 201: Parcel },
  errors: [{ status: 409, code: "SHELF_FULL", when: "The shelf is full." }],
  handle: async (ctx, { params, body }) => {
    if (params.shelfId === "missing") throw new NotFound();
    if (body.title === "full") throw new Conflict("SHELF_FULL", "The shelf is full");
    if (body.title === "crash") throw new Error("connection to 10.0.0.1 with password hunter2 lost");
    const parcel = {
      parcelId: ctx.actor.keyId,
      title: body.title,
      sender: body.sender,
      sentAt: body.sentAt?.toISOString() ?? null,
      ...(body.note !== undefined && { note: body.note }),
    };
    if (body.title === "leak") return { ...parcel, internalUserId: "u1" };
    return body.title === "again" ? parcel : respond(201, parcel);
  },
});

/** The smallest endpoint. */
export const readParcel = endpoint({
  operationId: "readParcel",
  tag: "Content",
  summary: "Read a parcel",
  params: z.object({ shelfId: z.string() }),
  responses: { 200: z.object({ parcelId: z.string() }) },
  handle: (_ctx, { params }) => ({ parcelId: params.shelfId }),
});
