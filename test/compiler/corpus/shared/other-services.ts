export class AuditLog {
  other = true;
}
