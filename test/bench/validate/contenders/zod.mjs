import { z } from 'zod';

const line = z.strictObject({ sku: z.string().min(1), qty: z.int().min(1).max(99) });
const One = z.object({
  id: z.coerce.number().int(),
  variant: z.enum(['full', 'teaser']).default('full'),
});
const Order = z.object({ email: z.email(), lines: z.array(line).min(1).max(20) });

export const one = (args) => One.safeParse(args).data;
export const order = (args) => Order.safeParse(args).data;

const Book = z.object({
  publisher: z.strictObject({
    name: z.string().min(1),
    founded: z.int().min(1400).max(2100).optional(),
    address: z.strictObject({ city: z.string().min(1), zip: z.string().min(3).max(10) }),
    contact: z.union([z.string().min(3), z.strictObject({ phone: z.string().min(3) })]),
  }),
  prices: z.record(z.string(), z.number().min(0)),
});

export const book = (args) => Book.safeParse(args).data;
