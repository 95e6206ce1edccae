import { ORDER } from '../http/data.mjs';

const order = () => JSON.parse(ORDER);
const change = (mend) => {
  const body = order();
  mend(body);
  return body;
};

/** What must be accepted, and what it becomes; what must be refused. */
export const CASES = {
  one: {
    accepted: (typed) => ({ id: typed === undefined ? '7' : 7, variant: 'teaser' }),
    refused: [
      { id: 'x', variant: 'teaser' },
      { id: '7', variant: 'other' },
    ],
  },
  order: {
    accepted: order,
    refused: [
      change((body) => (body.email = 'nobody')),
      change((body) => (body.lines = [])),
      change((body) => (body.lines[9].qty = 100)),
      change((body) => (body.lines[9].sku = '')),
      change((body) => delete body.lines[9].sku),
      change((body) => (body.lines[9].more = 1)),
    ],
  },
};
