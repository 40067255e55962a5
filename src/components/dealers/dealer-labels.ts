import type { Dealer } from '#content/schema/dealer.ts'

const SERVICES: Record<Dealer['services'][number], string> = {
  SALES: 'Sales and test drives',
  SERVICE: 'Service',
  PARTS: 'Parts',
}

/** The labels of a dealer's services. */
export const serviceNames = ({ services, evCertified }: Dealer): string[] => [
  ...services.map((service) => SERVICES[service]),
  ...(evCertified ? ['Electric vehicle service'] : []),
]
