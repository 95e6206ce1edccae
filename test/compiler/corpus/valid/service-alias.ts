import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { AuditLog, type Log } from '../shared/services.js';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(audit: Log) {}
}

export const expected = {
  methods: { list: { parameters: [{ name: 'audit', type: { kind: 'class', name: 'AuditLog' } }] } },
};

export const references = () => ({ AuditLog });
