/** `WORKS='one;order'`: a semicolon, since a name may have a comma. */
const wantedBy = (variable) => process.env[variable]?.split(';');

/** Those of the names that an environment variable lists; all of them where it is not set. */
export function only(variable, names) {
  const wanted = wantedBy(variable) ?? names;
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new Error(`${variable}: there is no ${unknown}, but ${names.join('; ')}`);
  return names.filter((name) => wanted.includes(name));
}

/** None only proves that all contenders answer the same. */
export const rounds = Number(process.env.ROUNDS ?? 5);
/** Of a turn, and before the first turn of a process. */
export const requests = Number(process.env.REQUESTS ?? 8_000);
export const WARM_UP = 30_000;
export const adapters = only('ADAPTER', ['fastify', 'express']);

/** Not every contender is there on every adapter. */
export const isChosenContender = ({ name }) => wantedBy('CONTENDERS')?.includes(name) ?? true;
