/** What a section says, in words of our own; the test file that holds it; the test's title as it is written there. */
export type Row = readonly [says: string, file: string, title: string]
