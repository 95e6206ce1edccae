import { Exclude } from 'class-transformer';

export enum Priority {
  Low = 'low',
  High = 'high',
}

export class Ticket {
  id = 0;
  subject = '';
  priority: Priority = Priority.Low;
  tags: string[] = [];
  contact?: { email: string };
  createdAt = new Date(Date.UTC(2026, 0, 2));

  @Exclude()
  secret = '';
}
