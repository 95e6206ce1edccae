import { ORDER } from '../http/data.mjs';

const order = () => structuredClone(ORDER);
const change = (edit) => {
  const body = order();
  edit(body);
  return body;
};
const one = { id: 7, variant: 'teaser' };

/** A nested object, a union of a text and an object, and a map. */
const BOOK = {
  publisher: {
    name: 'Thienemann',
    founded: 1849,
    address: { city: 'Stuttgart', zip: '70182' },
    contact: { phone: '+49 711 210550' },
  },
  prices: { EUR: 15, USD: 17.5, GBP: 13.25, JPY: 2400 },
};
const book = () => structuredClone(BOOK);
const changeBook = (edit) => {
  const body = book();
  edit(body);
  return body;
};
const written = changeBook(({ publisher }) => (publisher.contact = 'press@example.com'));

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
  book: {
    accepted: [
      [book, BOOK],
      [() => structuredClone(written), written],
    ],
    refused: [
      changeBook((body) => delete body.publisher),
      changeBook((body) => delete body.prices),
      changeBook(({ publisher }) => delete publisher.name),
      changeBook(({ publisher }) => (publisher.name = '')),
      changeBook(({ publisher }) => (publisher.founded = 1300)),
      changeBook(({ publisher }) => (publisher.more = 1)),
      changeBook(({ publisher }) => (publisher.address = 'Stuttgart')),
      changeBook(({ publisher }) => delete publisher.address.zip),
      changeBook(({ publisher }) => (publisher.address.zip = '7')),
      changeBook(({ publisher }) => (publisher.address.more = 1)),
      changeBook(({ publisher }) => (publisher.contact = '')),
      changeBook(({ publisher }) => (publisher.contact = {})),
      changeBook(({ publisher }) => (publisher.contact.more = 1)),
      changeBook(({ prices }) => (prices.EUR = -1)),
      changeBook(({ prices }) => (prices.EUR = 'cheap')),
    ],
  },
};
