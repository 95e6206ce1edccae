import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { AuditLog } from '../shared/services.js';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(audit: AuditLog) {}
}

export const expected = {
  methods: { list: { parameters: [{ name: 'audit', type: { kind: 'class', name: 'AuditLog' } }] } },
};

export const references = () => ({ AuditLog });
