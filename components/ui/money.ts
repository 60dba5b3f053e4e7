export { moneyText } from "@/lib/platform/money-text";
