/**
 * How many rounds a campaign takes: `usual` in `npm test`. Set `CAMPAIGN_LENGTH`, e.g. to 10, for as many times more after
 * changing a rule that the campaign compares with its model.
 */
export const rounds = (usual: number): number => Math.ceil(usual * (Number(process.env.CAMPAIGN_LENGTH) || 1));
