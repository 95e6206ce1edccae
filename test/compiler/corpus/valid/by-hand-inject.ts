import { HttpMethod, Param, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { AuditLog } from '../shared/services.js';

interface Auditing {
  write(): void;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(@Param({ inject: AuditLog }) log: Auditing) {}
}

export const expected = {
  methods: { list: { parameters: [{ name: 'log', type: { kind: 'class', name: 'AuditLog' } }] } },
};

export const references = () => ({ AuditLog });
