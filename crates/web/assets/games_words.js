// The words of a table of games.

export const GAMES_WORDS = {
  games_waiting: [
    "No game has been played yet: the tournament has not started.",
    "Aucune partie jouée : le tournoi n’a pas commencé.",
  ],
  games_length: ["Length", "Longueur"],
  games_at: ["#", "N°"],
  games_round: ["Round", "Ronde"],
  games_seat0: ["● Seat 1", "● Joueur 1"],
  games_seat1: ["○ Seat 2", "○ Joueur 2"],
  games_result: ["Result", "Résultat"],
  games_ending: ["Ending", "Fin"],
  games_reasons: ["Worth seeing", "Intérêt"],
  games_date: ["Date", "Date"],
  draw_short: ["draw", "nulle"],
  won_by: ["by {0}", "de {0}"],
  won_short: ["won", "victoire"],
  upset_of: ["The winner was rated {0} Elo below the loser", "Le gagnant avait {0} points Elo de moins que le perdant"],
  fault_by: ["{0}: {1} ({2})", "{0} : {1} ({2})"],
  fault_times: ["{0} ×{1}", "{0} ×{1}"],
};
