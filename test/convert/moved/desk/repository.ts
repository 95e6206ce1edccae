import { Injectable } from '@nestjs/common';
import { Priority, Ticket } from './ticket.entity.js';

/** As the repository of a database, in memory. */
@Injectable()
export class Repository {
  #tickets: Ticket[] = [
    ticket({ id: 1, subject: 'Screen is dark', priority: Priority.High, secret: 'a' }),
    ticket({ id: 2, subject: 'Keyboard', tags: ['hardware'], secret: 'b' }),
    ticket({ id: 3, subject: 'Screen flickers', secret: 'c' }),
  ];

  async findAndCount(where: Partial<Ticket>, skip = 0, take = 10): Promise<[Ticket[], number]> {
    const found = this.#tickets.filter(
      ({ subject, priority }) =>
        subject.includes(where.subject ?? '') && (where.priority ?? priority) === priority,
    );
    return [found.slice(skip, skip + take), found.length];
  }

  async findOneBy({ id }: Pick<Ticket, 'id'>): Promise<Ticket | null> {
    return this.#tickets.find((one) => one.id === id) ?? null;
  }

  create(values: Partial<Ticket>): Ticket {
    return ticket(values);
  }

  async save(saved: Ticket): Promise<Ticket> {
    const id = saved.id === 0 ? this.#tickets.length + 1 : saved.id;
    const stored = Object.assign(ticket(saved), { id });
    this.#tickets = [...this.#tickets.filter((one) => one.id !== id), stored];
    return stored;
  }

  async delete(id: number): Promise<{ affected: number }> {
    const before = this.#tickets.length;
    this.#tickets = this.#tickets.filter((one) => one.id !== id);
    return { affected: before - this.#tickets.length };
  }
}

function ticket(values: Partial<Ticket>): Ticket {
  return Object.assign(new Ticket(), values);
}
