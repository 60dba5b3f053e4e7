/** Selects the name of the producer behind a scene's verification job. */
export const JOB_PRODUCER = { production: { select: { producer: { select: { name: true } } } } } as const;

type Job = { production: { producer: { name: string } } | null };

/** The name as the producer entered it; null without a production. */
export const producerNameOf = (job: Job | null): string | null => job?.production?.producer.name ?? null;
