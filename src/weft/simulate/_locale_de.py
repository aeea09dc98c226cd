"""German."""

from __future__ import annotations

from weft.simulate._locale_base import Calendar, Locale, compose_names, list_words, read_words

_WORDS = read_words("""
home: Startseite; search: Suche; members: Mitglieder; calendar: Kalender; help: Hilfe; login: Anmelden
register: Registrieren; logout: Abmelden; mark_read: Alles als gelesen markieren; reply: Antworten; quote: Zitieren
report: Beitrag melden; vote_up: Gefällt mir; vote_down: Gefällt mir nicht; delete: Löschen; edit: Bearbeiten
print: Druckansicht; email: Weiterempfehlen; watch: Beobachten; new_thread: Neues Thema; next: Weiter; previous: Zurück
first: Erste; last: Letzte; next_thread: Nächstes Thema; previous_thread: Vorheriges Thema; last_post: Letzter Beitrag
permalink: Verweis; sort_replies: Meiste Antworten; sort_views: Meiste Zugriffe; sort_date: Neueste
sort_author: Nach Autor; filter_day: Letzter Tag; filter_week: Letzte Woche; all: Alle; tags: Stichwörter
feed: Abonnement; archive: Archiv; profile: Profil; page: Seite; error: Fehler; not_found: Nicht gefunden
login_needed: Diese Seite ist nur für angemeldete Benutzer sichtbar.
no_such_page: Die gewünschte Seite gibt es nicht.; moved: Verschoben; announcement: Ankündigung; sticky: Wichtig
ads: Anzeige; online: Wer ist online?; stats_posts: Beiträge insgesamt; stats_threads: Themen insgesamt
stats_users: Mitglieder insgesamt; related: Ähnliche Themen; older: Ältere; newer: Neuere
by: von; replies: Antworten; views: Zugriffe; posts: Beiträge; threads: Themen; joined: Registriert; location: Wohnort
edited: Zuletzt geändert; attached: Dateianhänge; downloads: mal heruntergeladen; wrote: schrieb
in_reply_to: Antwort auf; answer: Antwort; answers: Antworten; accepted: Akzeptierte Antwort; comment: Kommentar
comments: Kommentare; votes: Stimmen; asked: gefragt; author: Verfasser; date: Datum; subject: Betreff; board: Forum
boards: Foren; moderators: Moderatoren; subboards: Unterforen; locked: Geschlossen; unread: Neue Beiträge
solved: Gelöst; load_more: Mehr laden; menu: Menü; skip: Zum Inhalt; top: Nach oben; sort: Sortieren nach
go_to_page: Gehe zu Seite; of: von; size: Größe; rank_new: Neuling; rank_member: Mitglied; rank_senior: Alter Hase
submit: Absenden; share: Teilen; from: Von; month_index: Nachrichten nach Monat; thread_index: Nachrichten nach Thema
recent: Neueste Beiträge; code: Quelltext; statistics: Statistik; started: Begonnen; read_more: Weiterlesen
settings: Anzeigeoptionen; cookies: Diese Seite verwendet Cookies für die Anmeldung.
footer: Alle Beiträge gehören ihren Verfassern.; message: Nachricht; action: Aktion; no_replies: Noch keine Antworten
today: Heute; yesterday: Gestern; just_now: gerade eben; minute_ago: vor einer Minute; minutes_ago: vor {n} Minuten
hour_ago: vor einer Stunde; hours_ago: vor {n} Stunden; day_ago: vor einem Tag; days_ago: vor {n} Tagen
""")

_VOCABULARY = list_words("""
der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie
nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein
wurde wenn können ich da sehr kann wir schon viel alle gegen immer dann unter mich ganz hier etwas heute gibt jetzt
Jahr Haus Stadt Straße Wasser Frau Mann Kind Tag Nacht Morgen Abend Woche Monat Winter Sommer Berg Wald Garten Küche
Brot Käse Apfel Suppe Rezept Messer Teller Tisch Stuhl Fenster Tür Dach Keller Lampe Kabel Stecker Strom Akku Motor
Bremse Reifen Auto Fahrrad Bahn Zug Fahrplan Karte Reise Insel Meer Hafen Schiff Flugzeug Koffer Hotel Preis Geld
Rechnung Laden Markt Arbeit Büro Chef Kollege Projekt Termin Vertrag Frage Problem Lösung Fehler Ursache Hinweis Tipp
Anleitung Bild Foto Kamera Objektiv Licht Farbe Rahmen Film Musik Lied Gitarre Saite Verstärker Ton Buch Seite Kapitel
Wort Satz Sprache Schule Lehrer Schüler Prüfung Note Freund Bruder Schwester Mutter Vater Familie Hund Katze Vogel
Pferd Baum Blume Rasen Samen Erde Stein Sand Holz Nagel Schraube Hammer Säge Farbe Wand Boden Decke Heizung Rohr Pumpe
Rechner Bildschirm Tastatur Maus Drucker Netz Datei Ordner Kopie Sicherung Passwort Konto Programm Version Treiber
Spiel Mannschaft Tor Ball Trainer Sieg Verein Platz Regel Punkt Ende Anfang Mitte Seite Teil Stück Paar Gruppe Zahl
gut neu alt groß klein lang kurz schnell langsam hell dunkel warm kalt teuer billig richtig falsch leicht schwer wichtig
einfach möglich offen leer voll sauber leise laut früh spät selten oft manchmal vielleicht leider eigentlich trotzdem
gehen kommen sehen hören sagen fragen finden suchen kaufen bauen lesen schreiben denken wissen glauben hoffen bleiben
stehen liegen laufen fahren nehmen geben bringen halten machen lernen zeigen prüfen messen löten kochen backen pflanzen
""")

_NAMES = compose_names(
    "Sonnen Nacht Wolken Stern Wald Berg Donner Eis Feuer Regen Mond Wind Gras Holz Silber Kupfer Nebel Torf See Moor",
    ("wolf", "kind", "_hexe", "mann", "vogel", "69", "reiter"),
    """
    Onkel Heinz
    Käthe M.
    Jürgen aus Ulm
    Dr. Schnabel
    müller_2
    """,
)

GERMAN = Locale(
    code="de",
    rtl=False,
    words=_WORDS,
    vocabulary=_VOCABULARY,
    joiner=" ",
    stop=".",
    names=_NAMES,
    calendar=Calendar(
        months=list_words("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
        worded="{d}. {month} {y}, {hour:02}:{minute:02} Uhr",
        numeric="{d:02}.{m:02}.{y}, {hour:02}:{minute:02}",
    ),
)
