import { z } from 'zod';

const line = z.strictObject({ sku: z.string().min(1), qty: z.int().min(1).max(99) });
const One = z.object({
  id: z.coerce.number().int(),
  variant: z.enum(['full', 'teaser']).default('full'),
});
const Order = z.object({ email: z.email(), lines: z.array(line).min(1).max(20) });

export const one = (args) => One.safeParse(args).data;
export const order = (args) => Order.safeParse(args).data;
