"use server";

import { revalidatePath } from "next/cache";
import { action, read } from "@/app/action";
import { enterFrom, errorOf } from "@/app/forms";
import { requireCustodian } from "@/app/session";
import { ScopeItem } from "@/lib/domain/examinations";
import {
  changePackageScope,
  confirmPackage,
  enterPackage,
  PackageInput,
  remakePackage,
} from "@/lib/domain/examinations/packages";
import { openingFields } from "../opening-fields";

const pathOf = (packageId: string) => `/custodian/packages/${packageId}`;

/** Enters a package and opens it, to choose its records. */
export const enterPackageAction = action(requireCustodian, [read.state, read.form], (ctx, _, form) =>
  enterFrom(ctx, form, {
    ...{ schema: PackageInput, fields: openingFields(form) },
    enter: async (by, input) => {
      await enterPackage(by, input);
      return pathOf(input.id);
    },
  }),
);

/** Adds something to what a package has (`to` is "in"), or removes it. */
export const packageScopeAction = action(
  requireCustodian,
  [read.id, read.text, read.id, read.text, read.state, read.form],
  async (ctx, packageId, kind, itemId, to) => {
    const item = ScopeItem.safeParse({ kind, itemId }).data;
    if (!item) return { message: "This can’t be added." };
    const { error } = await errorOf(ctx, (by) => changePackageScope(by, { packageId, ...item, isIn: to === "in" }));
    revalidatePath(pathOf(packageId));
    return error === undefined ? {} : { message: error };
  },
);

/** Confirms a package as it was read, which starts making it. */
export const confirmPackageAction = action(
  requireCustodian,
  [read.id, read.text, read.form],
  async (ctx, packageId, picked) => {
    const result = await errorOf(ctx, (by) => confirmPackage(by, { packageId, picked }));
    revalidatePath(pathOf(packageId));
    return result;
  },
);

/** Starts making a package again. */
export const remakePackageAction = action(
  requireCustodian,
  [read.id, read.state, read.form],
  async (ctx, packageId) => {
    const { error } = await errorOf(ctx, (by) => remakePackage(by, packageId));
    revalidatePath(pathOf(packageId));
    return error === undefined ? {} : { message: error };
  },
);
