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
