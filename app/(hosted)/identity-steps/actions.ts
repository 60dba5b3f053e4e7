"use server";

import { action, read } from "@/app/action";
import { openAsked, openDraft, type StepsArea } from "./host";
import { disconnectPhone, keepDetails, keepDocument, sendAsked, sendCheck, showCode, takePhotoOut } from "./save-steps";

// The actions of the ID steps. Each first gets the area of its link.

const area = (sent: unknown): StepsArea => (sent === "/consent" ? sent : "/onboard");
const FORM = [area, read.link, read.state, read.form] as const;

export const keepDetailsAction = action(openDraft, FORM, (draft, _area, _token, _state, form) =>
  keepDetails(draft, form),
);

export const keepDocumentAction = action(openDraft, FORM, (draft, _area, _token, _state, form) =>
  keepDocument(draft, form),
);

export const takePhotoOutAction = action(openDraft, [area, read.link, read.form], (draft, _area, _token, form) =>
  takePhotoOut(draft, form),
);

/** Shows a code that hands the photos to a phone. */
export const startHandoffAction = action(openDraft, [area, read.link], showCode);

export const endHandoffAction = action(openDraft, [area, read.link], disconnectPhone);

export const sendAction = action(openDraft, FORM, (draft, _area, _token, _state, form) => sendCheck(draft, form));

export const sendAskedAction = action(openAsked, FORM, (asked, _area, _token, _state, form) => sendAsked(asked, form));
