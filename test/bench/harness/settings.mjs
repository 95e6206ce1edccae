/** A list in an environment variable: `WORKS=one,order`; all of them where it is not set. */
const chosen = (name) => {
  const wanted = process.env[name]?.split(',');
  return (one) => wanted === undefined || wanted.includes(one);
};

/** None only proves that all contenders answer the same. */
export const rounds = Number(process.env.ROUNDS ?? 5);
export const seconds = Number(process.env.SECONDS ?? 2);
export const adapters = ['fastify', 'express'].filter(chosen('ADAPTER'));
export const isChosenWork = chosen('WORKS');
export const isChosenContender = chosen('CONTENDERS');
