import { ORDER } from '../http/data.mjs';

const order = () => structuredClone(ORDER);
const change = (mend) => {
  const body = order();
  mend(body);
  return body;
};
const one = { id: 7, variant: 'teaser' };

/** `accepted`: what comes in, and what it becomes; the first is measured. `refused`: what must be. */
export const CASES = {
  one: {
    accepted: [
      [() => ({ id: '7', variant: 'teaser' }), one],
      [() => ({ id: '7' }), { ...one, variant: 'full' }],
    ],
    refused: [{ id: 'x', variant: 'teaser' }, { id: '1.5' }, { id: '7', variant: 'other' }],
  },
  order: {
    accepted: [[order, ORDER]],
    refused: [
      change((body) => delete body.email),
      change((body) => (body.email = 'nobody')),
      change((body) => delete body.lines),
      change((body) => (body.lines = [])),
      change((body) => (body.lines = Array(21).fill(body.lines[0]))),
      change((body) => (body.lines[9].qty = 0)),
      change((body) => (body.lines[9].qty = 100)),
      change((body) => (body.lines[9].qty = 1.5)),
      change((body) => (body.lines[9].sku = '')),
      change((body) => delete body.lines[9].sku),
      change((body) => (body.lines[9].more = 1)),
    ],
  },
};
