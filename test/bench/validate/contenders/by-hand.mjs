// What one would write who knows just these two routes; elements become instances as well.
import { isEmail, isInteger, isVariant } from '../../http/contenders/by-hand.mjs';
import { Line } from './line.mjs';

export function one({ id, variant = 'full' }) {
  return isInteger(id) && isVariant(variant) ? { id: Number(id), variant } : undefined;
}

export function order({ email, lines }) {
  if (!isEmail(email)) return undefined;
  if (!Array.isArray(lines) || lines.length < 1 || lines.length > 20) return undefined;
  const made = [];
  for (const raw of lines) {
    const line = toLine(raw);
    if (line === undefined) return undefined;
    made.push(line);
  }
  return { email, lines: made };
}

function toLine(raw) {
  if (typeof raw !== 'object' || raw === null) return undefined;
  for (const name in raw) if (name !== 'sku' && name !== 'qty') return undefined;
  const { sku } = raw;
  const qty = typeof raw.qty === 'string' ? Number(raw.qty) : raw.qty;
  if (typeof sku !== 'string' || sku.length === 0) return undefined;
  if (!Number.isInteger(qty) || qty < 1 || qty > 99) return undefined;
  const line = new Line();
  line.sku = sku;
  line.qty = qty;
  return line;
}

export function book({ publisher, prices }) {
  const made = toPublisher(publisher);
  if (made === undefined) return undefined;
  const amounts = toPrices(prices);
  return amounts === undefined ? undefined : { publisher: made, prices: amounts };
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value, least) => typeof value === 'string' && value.length >= least;

function toPublisher(raw) {
  if (!isObject(raw)) return undefined;
  for (const name in raw) {
    if (name !== 'name' && name !== 'founded' && name !== 'address' && name !== 'contact') {
      return undefined;
    }
  }
  if (!isText(raw.name, 1)) return undefined;
  const made = { name: raw.name };
  if (raw.founded !== undefined) {
    const founded = typeof raw.founded === 'string' ? Number(raw.founded) : raw.founded;
    if (!Number.isInteger(founded) || founded < 1400 || founded > 2100) return undefined;
    made.founded = founded;
  }
  made.address = toAddress(raw.address);
  made.contact = toContact(raw.contact);
  return made.address === undefined || made.contact === undefined ? undefined : made;
}

function toAddress(raw) {
  if (!isObject(raw)) return undefined;
  for (const name in raw) if (name !== 'city' && name !== 'zip') return undefined;
  const { city, zip } = raw;
  return isText(city, 1) && isText(zip, 3) && zip.length <= 10 ? { city, zip } : undefined;
}

function toContact(raw) {
  if (typeof raw === 'string') return raw.length >= 3 ? raw : undefined;
  if (!isObject(raw)) return undefined;
  for (const name in raw) if (name !== 'phone') return undefined;
  return isText(raw.phone, 3) ? { phone: raw.phone } : undefined;
}

function toPrices(raw) {
  if (!isObject(raw)) return undefined;
  const made = {};
  for (const name of Object.keys(raw)) {
    const given = raw[name];
    const price = typeof given === 'string' && given !== '' ? Number(given) : given;
    if (typeof price !== 'number' || !(price >= 0)) return undefined;
    made[name] = price;
  }
  return made;
}
