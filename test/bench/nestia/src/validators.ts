// The same three validations by typia, which nestia uses. It validates; the code before it converts texts to types.
import typia, { type tags } from 'typia';

interface Line {
  sku: string & tags.MinLength<1>;
  qty: number & tags.Type<'int32'> & tags.Minimum<1> & tags.Maximum<99>;
}

interface Order {
  email: string & tags.Format<'email'>;
  lines: Line[] & tags.MinItems<1> & tags.MaxItems<20>;
}

interface One {
  id: number & tags.Type<'int32'>;
  variant: 'full' | 'teaser';
}

interface Contact {
  phone: string & tags.MinLength<3>;
}

interface Publisher {
  name: string & tags.MinLength<1>;
  founded?: number & tags.Type<'int32'> & tags.Minimum<1400> & tags.Maximum<2100>;
  address: {
    city: string & tags.MinLength<1>;
    zip: string & tags.MinLength<3> & tags.MaxLength<10>;
  };
  contact: (string & tags.MinLength<3>) | Contact;
}

interface Book {
  publisher: Publisher;
  prices: Record<string, number & tags.Minimum<0>>;
}

const isBook = typia.createEquals<Book>();
const isOne = typia.createIs<One>();
const isOrder = typia.createEquals<Order>();

export function one({ id, variant = 'full' }: { id: string; variant?: string }): One | undefined {
  const typed = { id: Number(id), variant };
  return isOne(typed) ? typed : undefined;
}

export function order(args: unknown): Order | undefined {
  return isOrder(args) ? args : undefined;
}

export function book(args: unknown): Book | undefined {
  return isBook(args) ? args : undefined;
}
