import { Injectable, NotFoundException } from '@nestjs/common';
import { Repository } from './repository.js';
import type { Ticket } from './ticket.entity.js';
import type { CreateTicketDto, ListTicketsDto, UpdateTicketDto } from './tickets.dto.js';

@Injectable()
export class TicketsService {
  constructor(private readonly tickets: Repository) {}

  async list({ q, priority, page, limit }: ListTicketsDto): Promise<{
    items: Ticket[];
    total: number;
    page: number;
  }> {
    const where = {
      ...(q === undefined ? {} : { subject: q }),
      ...(priority === undefined ? {} : { priority }),
    };
    const [items, total] = await this.tickets.findAndCount(where, (page - 1) * limit, limit);
    return { items, total, page };
  }

  async one(id: number): Promise<Ticket> {
    const found = await this.tickets.findOneBy({ id });
    if (found === null) throw new NotFoundException(`Ticket ${id} not found`);
    return found;
  }

  create(dto: CreateTicketDto): Promise<Ticket> {
    return this.tickets.save(this.tickets.create(Object.assign({}, dto)));
  }

  async update(id: number, dto: UpdateTicketDto): Promise<Ticket> {
    const found = await this.one(id);
    return this.tickets.save(this.tickets.create(Object.assign({}, found, dto)));
  }

  async remove(id: number): Promise<void> {
    const { affected } = await this.tickets.delete(id);
    if (affected === 0) throw new NotFoundException(`Ticket ${id} not found`);
  }
}
