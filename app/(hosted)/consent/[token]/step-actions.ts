"use server";

import { FORM, keepDetails, keepDocument, PRESS, sendCheck, takePhotoOut } from "@/app/(hosted)/identity-steps/actions";
import { action } from "@/app/action";
import { openDraft } from "./host";

// The actions of the ID steps, on a performer's pages.

export const keepDetailsAction = action(openDraft, FORM, (draft, _, __, form) => keepDetails(draft, form));

export const keepDocumentAction = action(openDraft, FORM, (draft, _, __, form) => keepDocument(draft, form));

export const takePhotoOutAction = action(openDraft, PRESS, (draft, _, form) => takePhotoOut(draft, form));

export const sendAction = action(openDraft, FORM, (draft, _, __, form) => sendCheck(draft, form));
