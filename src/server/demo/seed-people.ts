import type { StaffRole } from '#lib/staff/staff-roles.ts'

/** A demo's staff, one for each role. The first gets the number 1. */
export const SAMPLE_STAFF: {
  firstName: string
  lastName: string
  email: string
  role: StaffRole
}[] = [
  { firstName: 'Sam', lastName: 'Patel', email: 'staff@demo.example', role: 'admin' },
  { firstName: 'Hana', lastName: 'Wright', email: 'manager@demo.example', role: 'manager' },
  { firstName: 'Toby', lastName: 'Marshall', email: 'sales@demo.example', role: 'sales' },
  { firstName: 'Ria', lastName: 'Solomon', email: 'service@demo.example', role: 'service' },
]

/** Customers for staff to find. All are made up; any resemblance is coincidental. */

interface SamplePerson {
  firstName: string
  lastName: string
  companyName?: string
  /** The model is its place in the brand's range, which begins again after the last. */
  vehicle?: { registration: string; model: number; year: number }
}

const person = (
  firstName: string,
  lastName: string,
  vehicle?: [registration: string, model: number, year: number],
): SamplePerson => ({
  firstName,
  lastName,
  ...(vehicle
    ? { vehicle: { registration: vehicle[0], model: vehicle[1], year: vehicle[2] } }
    : {}),
})

export const SAMPLE_PEOPLE: SamplePerson[] = [
  person('Aroha', 'Tāmati', ['KBR204', 0, 2022]),
  person('Hēmi', 'Pōtae', ['LGN871', 3, 2021]),
  person('Mere', 'Whānau-Ngata'),
  person('Wiremu', 'Kāretu', ['MPT316', 6, 2023]),
  person('Ngaire', 'Rāwiri'),
  person('Tāne', 'Hōhepa', ['JYD550', 1, 2019]),
  person('Anahera', 'Mānuka'),
  person('Kahurangi', 'Te Ao'),
  person('Māia', 'Pēwhairangi', ['NQA128', 4, 2024]),
  person('Rāhera', 'Tūhoe'),
  person('Oliver', 'Marsh'),
  person('Charlotte', 'Bennett', ['LWC402', 7, 2022]),
  person('Liam', 'O’Rourke'),
  person('Grace', 'Whitfield'),
  person('Noah', 'Sinclair', ['KMH733', 2, 2020]),
  person('Isla', 'Fraser-Reid'),
  person('Priya', 'Raman', ['NDT619', 5, 2025]),
  person('Arjun', 'Desai'),
  person('Mei', 'Lin'),
  person('Jun', 'Watanabe', ['MHE245', 1, 2023]),
  person('Sione', 'Fīnau'),
  person('Salote', 'Tupou-Vea'),
  person('Tavita', 'Leʻaupepe', ['LRB967', 6, 2022]),
  person('Ana', 'Vaipuna'),
  person('Lucía', 'Fernández'),
  person('Zoë', 'Hartley', ['NKS514', 0, 2024]),
  person('Björn', 'Lindqvist'),
  person('Siân', 'Prosser'),
  person('George', 'Alderton'),
  person('Harriet', 'Blackwood', ['JQF388', 3, 2019]),
  person('Amelia', 'Harrison'),
  person('Mia', 'Harding'),
  person('Thomas', 'Nīkora'),
  person('Pania', 'Rūrū', ['MLW070', 7, 2023]),
  person('Eruera', 'Matāmua'),
  {
    ...person('Denise', 'Coulter', ['MZP292', 6, 2023]),
    companyName: 'Ōtaki Fencing Limited',
  },
]
