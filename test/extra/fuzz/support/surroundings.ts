const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype];
const CLEAN = PROTOTYPES.map((prototype) => new Set(Reflect.ownKeys(prototype)));

/** What has been added to the prototypes that everything inherits from. */
export function pollution(): readonly PropertyKey[] {
  return PROTOTYPES.flatMap((prototype, at) =>
    Reflect.ownKeys(prototype).filter((name) => CLEAN[at]?.has(name) !== true),
  );
}

/** Collects what would end the process of a server. */
export interface CrashWatch {
  readonly crashes: readonly unknown[];
  stop(): void;
}

export function watchCrashes(): CrashWatch {
  const crashes: unknown[] = [];
  const note = (error: unknown): void => void crashes.push(error);
  process.on('unhandledRejection', note);
  process.on('uncaughtException', note);
  return {
    crashes,
    stop() {
      process.off('unhandledRejection', note);
      process.off('uncaughtException', note);
    },
  };
}
