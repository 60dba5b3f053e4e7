export type Places = {
  /** A place, to be left by calling what this resolves to; null when there are too many before, or none came free in time. */
  take(sender: string): Promise<(() => void) | null>;
};

type Limits = {
  /** Photos that may be in memory at once. */
  places: number;
  /** Senders' photos that may wait for a place. */
  waiting: number;
  /** Photos of one sender that may wait. */
  waitingOfOne: number;
  waitMs: number;
};

type Waiter = { sender: string; admit: () => void };

/**
 * Places for photos on their way in, taken before the first byte of one is read: what arrives at once queues and does not add
 * up in memory. A sender has one place at a time, so that nobody fills them alone.
 */
export function createPlaces({ places, waiting, waitingOfOne, waitMs }: Limits): Places {
  const taken = new Set<string>();
  let line: Waiter[] = [];

  const mayEnter = (sender: string) => taken.size < places && !taken.has(sender);

  function enter(sender: string): () => void {
    taken.add(sender);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      taken.delete(sender);
      const next = line.find((waiter) => mayEnter(waiter.sender));
      if (next) next.admit();
    };
  }

  function wait(sender: string): Promise<(() => void) | null> {
    return new Promise((resolve) => {
      const stepOut = () => {
        clearTimeout(late);
        line = line.filter((one) => one !== waiter);
      };
      const waiter = {
        sender,
        admit: () => {
          stepOut();
          resolve(enter(sender));
        },
      };
      const late = setTimeout(() => {
        stepOut();
        resolve(null);
      }, waitMs);
      line.push(waiter);
    });
  }

  return {
    take: async (sender) => {
      if (mayEnter(sender)) return enter(sender);
      const isFull = line.length >= waiting || line.filter((one) => one.sender === sender).length >= waitingOfOne;
      return isFull ? null : wait(sender);
    },
  };
}

/** The places of this process. Six of the largest photos are 90 MB; waiting costs next to nothing, but is no fun for long. */
export const photoPlaces = createPlaces({ places: 6, waiting: 24, waitingOfOne: 2, waitMs: 30_000 });
